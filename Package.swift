// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// One list for every target. Warnings become errors in `make lint`, not here, so that a newer
// compiler never breaks somebody who only depends on the package.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .strictMemorySafety(),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tool(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
    name: "capsule-merge",
    products: [
        .library(name: "CapsuleCBOR", targets: ["CapsuleCBOR"]),
        .library(name: "CapsuleCRDT", targets: ["CapsuleCRDT"]),
        .library(name: "CapsuleDocuments", targets: ["CapsuleDocuments"]),
        .library(name: "CapsuleConvergence", targets: ["CapsuleConvergence"]),
        .library(name: "CapsuleSealing", targets: ["CapsuleSealing"]),
        .library(name: "CapsuleSmartAlbums", targets: ["CapsuleSmartAlbums"]),
        .library(name: "CapsuleLifecycle", targets: ["CapsuleLifecycle"]),
        .library(name: "CapsuleClientRules", targets: ["CapsuleClientRules"]),
        // For other languages, which link a library and read a header.
        .library(name: "CapsuleMergeC", type: .dynamic, targets: ["CapsuleMergeC"]),
    ],
    targets: [
        // System libraries.
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        // Extended attributes of files, which Swift's module of the C library leaves out; of the C library itself.
        .systemLibrary(name: "CExtendedAttributes"),
        // The referee of tests, fuzz targets and benchmarks; no product depends on it.
        .systemLibrary(
            name: "CLibCBOR", pkgConfig: "libcbor",
            providers: [.apt(["libcbor-dev"]), .brew(["libcbor"])]),

        // The pure modules: each imports those that it lists and nothing else, which the strict build holds.
        module("CapsuleCBOR"),
        module("CapsuleCRDT", ["CapsuleCBOR"]),
        module("CapsuleDocuments", ["CapsuleCBOR", "CapsuleCRDT"]),
        // Generators and checkers of the laws, for the property tests and fuzz targets of any CRDT.
        module("CapsuleConvergence", ["CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments"]),
        module("CapsuleSmartAlbums", ["CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments"]),
        // Decisions that every client makes alike, as functions of the facts: no clock, no network.
        module("CapsuleLifecycle", ["CapsuleCBOR", "CapsuleCRDT"]),
        module("CapsuleClientRules", ["CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments"]),
        module("CapsuleMLDSA"),

        // Signing and sealing: the one module over libsodium.
        module(
            "CapsuleSealing",
            ["CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments", "CapsuleMLDSA", "CSodium"]),

        // The C interface: its header, and the functions that it declares.
        .target(name: "CCapsuleMerge"),
        module("CapsuleMergeC", ["CCapsuleMerge", "CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments"]),

        // The test interface of SPEC section 15, apart from the tool so that fuzz targets can drive it.
        module(
            "CapsuleTestee",
            [
                "CapsuleCBOR", "CapsuleCRDT", "CapsuleClientRules", "CapsuleDocuments", "CapsuleLifecycle",
                "CapsuleSealing", "CapsuleSmartAlbums", "CapsuleToolSupport",
            ]),
        // The runner of the conformance suite, its fuzzer and its proof that it catches faults.
        module(
            "CapsuleConformance",
            ["CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments", "CapsuleTestee", "CapsuleToolSupport"]),
        module("CapsuleToolSupport", ["CExtendedAttributes"]),
        tool(
            "capsule-merge",
            [
                "CapsuleCBOR", "CapsuleConformance", "CapsuleCRDT", "CapsuleDocuments", "CapsuleSealing",
                "CapsuleSmartAlbums", "CapsuleTestee", "CapsuleToolSupport",
            ]),

        // Counts allocations, for the benchmarks alone.
        .target(name: "CAllocations"),
        // The same work in C, for the benchmarks to run beside the library.
        .target(name: "CReferees", dependencies: ["CLibCBOR", "CSodium"]),
        tool(
            "capsule-bench",
            [
                "CAllocations", "CReferees", "CapsuleCBOR", "CapsuleCRDT", "CapsuleClientRules",
                "CapsuleDocuments",
                "CapsuleSealing", "CapsuleSmartAlbums", "CapsuleToolSupport",
            ]),

        // What the test targets share.
        .target(
            name: "TestSupport", dependencies: ["CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments"],
            path: "Tests/TestSupport", swiftSettings: settings),
        tests("CapsuleCBORTests", ["CapsuleCBOR", "CLibCBOR", "TestSupport"]),
        tests("CapsuleCRDTTests", ["CapsuleCBOR", "CapsuleCRDT", "TestSupport"]),
        tests("CapsuleDocumentsTests", ["CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments", "TestSupport"]),
        tests(
            "CapsuleConvergenceTests",
            ["CapsuleCBOR", "CapsuleConvergence", "CapsuleCRDT", "CapsuleDocuments", "TestSupport"]),
        tests(
            "CapsuleSmartAlbumsTests",
            ["CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments", "CapsuleSmartAlbums", "TestSupport"]),
        tests("CapsuleLifecycleTests", ["CapsuleCBOR", "CapsuleCRDT", "CapsuleLifecycle", "TestSupport"]),
        tests(
            "CapsuleClientRulesTests",
            ["CapsuleCBOR", "CapsuleCRDT", "CapsuleClientRules", "CapsuleDocuments", "TestSupport"]),
        tests("CapsuleMLDSATests", ["CapsuleMLDSA"]),
        tests(
            "CapsuleSealingTests",
            ["CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments", "CapsuleSealing", "TestSupport"]),
        tests(
            "CapsuleTesteeTests",
            ["CapsuleCRDT", "CapsuleDocuments", "CapsuleTestee", "CapsuleToolSupport", "TestSupport"]),
        tests("CapsuleToolSupportTests", ["CapsuleToolSupport"]),
        tests(
            "CapsuleConformanceTests",
            [
                "CapsuleCBOR", "CapsuleConformance", "CapsuleDocuments", "CapsuleTestee",
                "CapsuleToolSupport",
                "TestSupport",
            ]),
        tests(
            "CapsuleMergeCTests",
            [
                "CCapsuleMerge", "CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments", "CapsuleMergeC",
                "TestSupport",
            ]),
        // Depends on the tool so that it is built; the tests run it as a process.
        tests(
            "CapsuleMergeTests",
            [
                "capsule-merge", "CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments", "CapsuleToolSupport",
                "TestSupport",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
