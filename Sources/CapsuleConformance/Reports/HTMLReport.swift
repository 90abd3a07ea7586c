// SPDX-License-Identifier: Apache-2.0

/// placeholder
package enum HTMLReport {
    package static func bytes(of report: RunReport) -> [UInt8] { [] }
}
