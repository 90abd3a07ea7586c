// SPDX-License-Identifier: Apache-2.0

package import CapsuleDocuments

extension WildValues {
    /// A valid document of a kind with the sample id, drawn field by field.
    ///
    /// - Parameter sparse: one in so many fields is there.
    package mutating func document(_ kind: DocumentKind, sparse: Int = 2) -> CBORTree {
        var fields: [(CBORTree, CBORTree)] = []
        for (name, value) in known(kind) {
            guard chance(sparse), let value = value(&self) else { continue }
            fields.append((.text(name), value))
        }
        for name in ["x", "newer_register", "z_longer_than_twenty_four_bytes"] where chance(sparse + 2) {
            fields.append((.text(name), unknownValue()))
        }
        return .document(kind, fields)
    }

    /// The known fields of a kind with what draws a value for each.
    private func known(
        _ kind: DocumentKind
    ) -> [(name: String, value: (inout WildValues) -> CBORTree?)] {
        switch kind {
        case .stack: [("labels", { $0.labelSet() })]
        case .album: [("labels", { $0.labelSet() }), ("name", { $0.stamped($0.label()) })]
        case .asset: asset
        case .settings: settings
        }
    }

    private var asset: [(name: String, value: (inout WildValues) -> CBORTree?)] {
        [
            (
                "facts",
                { wild in
                    var facts = wild.grown(.facts)
                    if wild.chance(4) { facts = facts.with("capture_timestamp", nil) }
                    if wild.chance(2) {
                        facts = facts.with("dimensions", wild.grown(["height": 3, "width": 4]))
                    }
                    if wild.chance(2) {
                        facts = facts.with("camera_id", wild.grown(["model": "m", "serial": "s"]))
                    }
                    return wild.stamped(facts)
                }
            ),
            (
                "capture_time",
                { wild in
                    let time = CBORTree.text(wild.pick(["2020-05-01T10:00:00Z", "2016-12-31T23:59:60Z"]))
                    return wild.stamped(wild.chance(4) ? .null : time)
                }
            ),
            ("orientation", { $0.stamped(.unsigned($0.pick([1, 6, 8]))) }),
            ("location", { $0.stamped($0.chance(3) ? .null : $0.grown(.gps)) }),
            ("lqip", { $0.stamped($0.chance(3) ? .null : $0.grown(.lqip)) }),
            ("tags_user", { $0.labelSet() }),
            (
                "tags_ai",
                { wild in
                    wild.set { wild in
                        wild.grown([
                            "tag": wild.label(), "model_id": .text(wild.pick(["m", "n"])),
                            "model_version": "1",
                        ])
                    }
                }
            ),
            ("caption", { $0.history() }),
            ("rating", { $0.stamped(.unsigned($0.pick([0, 3, 5]))) }),
            (
                "stack_membership",
                { wild in
                    if wild.chance(4) { return wild.stamped(.null) }
                    let index: CBORTree? = wild.chance(2) ? 3 : nil
                    return wild.stamped(wild.grown(CBORTree.membership.with("member_index", index)))
                }
            ),
            ("cull", { $0.stamped(.text($0.pick(["pick", "neutral", "reject"]))) }),
            ("hidden", { $0.stamped(.bool($0.chance(2))) }),
            ("regions", { $0.map([.id(0xa1), .id(0xa2), .id(0xa3)]) { $0.region() } }),
        ]
    }

    private var settings: [(name: String, value: (inout WildValues) -> CBORTree?)] {
        [
            (
                "smart_albums",
                {
                    $0.map([.id(0xb1), .id(0xb2)]) {
                        $0.stamped($0.chance(3) ? .null : ["x": $0.unknownValue()])
                    }
                }
            ),
            (
                "scope_overrides",
                {
                    $0.map([.digest(1), .digest(2)]) {
                        $0.stamped($0.chance(3) ? .null : .id($0.pick([1, 2])))
                    }
                }
            ),
            (
                "source_kind_defaults",
                {
                    $0.map(["folder", "camera_roll"]) {
                        $0.stamped($0.chance(3) ? .null : .id($0.pick([1, 2])))
                    }
                }
            ),
            (
                "aggregated_album_covers",
                { $0.map([.id(1), .id(2)]) { $0.stamped($0.chance(3) ? .null : .id($0.pick([1, 2]))) } }
            ),
        ]
    }
}
