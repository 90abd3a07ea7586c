// SPDX-License-Identifier: Apache-2.0

import CapsuleToolSupport

/// The benchmarks: each prints a table; times are medians of interleaved rounds in one run.
enum Bench {
    static let benchmarks: [(name: String, run: @Sendable () -> Void)] = [
        ("merge", MergeBench.run),
        ("asset", AssetBench.run),
        ("refusals", RefusalBench.run),
        ("referees", RefereeBench.run),
        ("albums", SmartAlbumBench.run),
        ("sealing", SealingBench.run),
    ]

    static func run(_ arguments: [String]) -> ExitCode {
        let known = benchmarks.map(\.name)
        if arguments.contains("--help") || arguments.contains("-h") {
            print(
                "usage: capsule-bench [NAME ...]\n\nBenchmarks: \(known.joined(separator: ", ")); all when none is named."
            )
            return .done
        }
        switch arguments.first {
        case "serve" where arguments.count == 1:
            ServeBench.run()
            return .done
        case "counts" where arguments.count == 1:
            FixedWork.count()
            return .done
        case "growth":
            return GrowthWork.run(arguments.dropFirst()) ? .done : .refused
        case "library" where arguments.count == 3:
            let count = Int(arguments[1])
            return count.map { BulkBenchData.write($0, to: arguments[2]) } == true ? .done : .usage
        case "work" where arguments.count == 3:
            return Int(arguments[2]).map { FixedWork.work(arguments[1], times: $0) } == true ? .done : .usage
        default: break
        }
        if let unknown = arguments.first(where: { !known.contains($0) }) {
            print(
                "capsule-bench: there is no benchmark \(unknown); there are \(known.joined(separator: ", "))")
            return .usage
        }
        for benchmark in benchmarks where arguments.isEmpty || arguments.contains(benchmark.name) {
            benchmark.run()
        }
        return .done
    }
}
