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
    ],
    targets: [
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        // The referee of the tests and fuzz targets; no product depends on it.
        .systemLibrary(
            name: "CLibCBOR", pkgConfig: "libcbor",
            providers: [.apt(["libcbor-dev"]), .brew(["libcbor"])]),
        module("CapsuleCBOR"),
        module("CapsuleCRDT", ["CapsuleCBOR"]),
        module("CapsuleDocuments", ["CapsuleCBOR", "CapsuleCRDT"]),
        // Generators and checkers of the laws, for the property tests and fuzz targets of any CRDT.
        module("CapsuleConvergence", ["CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments"]),
        tests(
            "CapsuleConvergenceTests",
            ["CapsuleCBOR", "CapsuleConvergence", "CapsuleCRDT", "CapsuleDocuments", "TestSupport"]),
        // What the test targets share.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        tests("CapsuleCRDTTests", ["CapsuleCBOR", "CapsuleCRDT", "TestSupport"]),
        tests("CapsuleDocumentsTests", ["CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments", "TestSupport"]),
        // The test interface of SPEC section 15, apart from the tool so that fuzz targets can drive it.
        module("CapsuleTestee", ["CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments", "CapsuleToolSupport"]),
        module("CapsuleToolSupport"),
        tool(
            "capsule-merge",
            ["CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments", "CapsuleTestee", "CapsuleToolSupport"]),
        // Counts allocations, for the benchmarks alone.
        .target(name: "CAllocations"),
        tool(
            "capsule-bench",
            ["CAllocations", "CapsuleCBOR", "CapsuleCRDT", "CapsuleDocuments", "CapsuleToolSupport"]),
        tests("CapsuleToolSupportTests", ["CapsuleToolSupport"]),
        module("CapsuleMLDSA"),
        tests("CapsuleMLDSATests", ["CapsuleMLDSA"]),
    ],
    swiftLanguageModes: [.v6]
)
