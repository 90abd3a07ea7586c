// SPDX-License-Identifier: Apache-2.0

/// The versions that `--version` prints; `scripts/check-release.py` and a test hold them to where they come from.
enum Versions {
    /// Of this package: the last release, or the one that is being made (CHANGELOG.md).
    static let library = "0.1.0"
    /// Of the contract: the edition of Conformance/SPEC.md, the last of its section 17.
    static let contract = "1.1"
    /// Of the conformance suite: Conformance/VERSION.
    static let suite = "2.1.0"
}
