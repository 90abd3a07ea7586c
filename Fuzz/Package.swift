// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// The modules of the package stand here once more, by links, so that they are built with the fuzzer's and the
// sanitizer's instrumentation and the targets reach what is package-internal. `Fuzz/run` has the commands.
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

/// A target of the fuzzer: one file, no main.
func fuzz(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: "fuzz-\(name)", dependencies: ["FuzzSupport"] + dependencies, swiftSettings: settings)
}

let core: [Target.Dependency] = ["CapsuleCBOR", "CapsuleCRDT"]
let documents: [Target.Dependency] = core + ["CapsuleDocuments", "CapsuleConvergence"]

let package = Package(
    name: "capsule-merge-fuzz",
    targets: [
        .systemLibrary(name: "CLibCBOR", pkgConfig: "libcbor"),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium"),
        module("CapsuleCBOR"),
        module("CapsuleCRDT", ["CapsuleCBOR"]),
        module("CapsuleDocuments", core),
        module("CapsuleConvergence", core + ["CapsuleDocuments"]),
        module("CapsuleSmartAlbums", core + ["CapsuleDocuments"]),
        module("CapsuleLifecycle", core),
        module("CapsuleClientRules", core + ["CapsuleDocuments"]),
        module("CapsuleMLDSA"),
        module("CapsuleSealing", core + ["CapsuleDocuments", "CapsuleMLDSA", "CSodium"]),
        .target(name: "CCapsuleMerge"),
        module("CapsuleMergeC", ["CCapsuleMerge", "CapsuleDocuments"] + core),
        .systemLibrary(name: "CExtendedAttributes"),
        module("CapsuleToolSupport", ["CExtendedAttributes"]),
        module(
            "CapsuleTestee",
            core + [
                "CapsuleClientRules", "CapsuleDocuments", "CapsuleLifecycle", "CapsuleSealing",
                "CapsuleSmartAlbums", "CapsuleToolSupport",
            ]),
        module("FuzzSupport", documents + ["CLibCBOR", "CapsuleClientRules"]),
        fuzz("cbor", core),
        fuzz("canonicalize", core),
        fuzz("time", core),
        fuzz("label", core),
        fuzz("decode", documents),
        fuzz("join", documents),
        fuzz("apply", documents),
        fuzz("album", documents + ["CapsuleSmartAlbums"]),
        fuzz("text", core + ["CapsuleSmartAlbums"]),
        fuzz("sealed", documents + ["CapsuleSealing"]),
        fuzz("cinterface", documents + ["CCapsuleMerge", "CapsuleMergeC"]),
        fuzz("testee", documents + ["CapsuleTestee", "CapsuleToolSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
