// swift-tools-version: 6.3
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
    ],
    targets: [
        module("CapsuleCBOR"),
        module("CapsuleMLDSA"),
        tests("CapsuleMLDSATests", ["CapsuleMLDSA"]),
    ],
    swiftLanguageModes: [.v6]
)
