// SPDX-License-Identifier: Apache-2.0

/// A form in which a picture can be shown, by ascending quality.
public enum Representation: String, CaseIterable, Hashable, Comparable, Sendable {
    /// The low-quality placeholder of the sidecar.
    case lqip
    /// The thumbnail.
    case thumbnail
    /// The preview.
    case preview
    /// The original.
    case original

    private var rank: Int {
        switch self {
        case .lqip: 0
        case .thumbnail: 1
        case .preview: 2
        case .original: 3
        }
    }

    /// Orders by quality.
    public static func < (left: Representation, right: Representation) -> Bool { left.rank < right.rank }
}

/// Whether bytes that are not held can be fetched; the caller's transport says so.
public enum RemoteBytes: String, CaseIterable, Hashable, Sendable {
    /// They can.
    case available
    /// The device has no connection.
    case offline
    /// Fetching failed, and may work later.
    case transient
    /// They are gone.
    case permanent
}

/// What is shown of an asset when bytes are missing (SPEC section 22).
///
/// The asset is listed whatever is held of it: no condition takes an asset from a list.
public struct ShownRepresentation: Hashable, Sendable {
    /// What to tell the person beside the picture.
    public enum Status: String, CaseIterable, Hashable, Sendable {
        /// What is shown is as good as what is wanted, or better.
        case complete
        /// The wanted one is being fetched.
        case fetching
        /// It may come later.
        case unavailableForNow = "unavailable-for-now"
        /// It will not come.
        case unavailable
    }

    /// What to show; `lqip` also where not even that is held, as a blank.
    public let representation: Representation
    /// What to say.
    public let status: Status

    /// Decides what is shown.
    ///
    /// - Parameters:
    ///   - wanted: the form that the place on the screen asks for.
    ///   - held: the forms that this device holds.
    ///   - remote: whether the others can be fetched.
    public init(wanted: Representation, held: Set<Representation>, remote: RemoteBytes) {
        if let best = held.filter({ $0 >= wanted }).min() {
            (representation, status) = (best, .complete)
            return
        }
        representation = held.max() ?? .lqip
        status =
            switch remote {
            case .available: .fetching
            case .offline, .transient: .unavailableForNow
            case .permanent: .unavailable
            }
    }
}
