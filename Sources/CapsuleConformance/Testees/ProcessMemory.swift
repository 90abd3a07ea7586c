// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The memory of other processes, which only Linux tells through files.
enum ProcessMemory {
    /// Processes below one another that are counted, so that a fork bomb does not hold up the runner.
    private static let countLimit = 64

    /// The greatest resident size so far of a process and of those that it started, summed, in bytes.
    static func peak(of pid: pid_t) -> Int? {
        var pids = [pid]
        var total: Int?
        var next = 0
        while next < pids.count, next < countLimit {
            if let peak = highWaterMark(pids[next]) { total = (total ?? 0) + peak }
            pids += children(pids[next])
            next += 1
        }
        return total
    }

    private static func highWaterMark(_ pid: pid_t) -> Int? {
        guard let status = text("/proc/\(pid)/status") else { return nil }
        for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
            let fields = line.split(whereSeparator: \.isWhitespace)
            // In kibibytes, always.
            return fields.count > 1 ? Int(fields[1]).map { $0 * 1024 } : nil
        }
        return nil
    }

    private static func children(_ pid: pid_t) -> [pid_t] {
        guard let list = text("/proc/\(pid)/task/\(pid)/children") else { return [] }
        return list.split(separator: " ").compactMap { pid_t($0) }
    }

    private static func text(_ path: String) -> String? {
        do throws(InputError) {
            return String(decoding: try InputFile.read(path, limit: 65_536), as: UTF8.self)
        } catch {
            return nil
        }
    }
}
