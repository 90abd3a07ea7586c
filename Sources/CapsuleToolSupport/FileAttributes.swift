// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import CExtendedAttributes

/// What the replacement of a file keeps of it besides its name: owner, group, mode, extended attributes and ACLs.
struct FileAttributes {
    let path: String
    let status: stat

    /// How many names the file has.
    var links: Int { Int(status.st_nlink) }

    /// Whether somebody took away the permission to write it.
    ///
    /// Root may write all, so the bits count for root, too.
    var isReadOnly: Bool {
        guard status.st_mode & 0o222 != 0 else { return true }
        return unsafe FileName.withPointer(path) { unsafe access($0, W_OK) } != 0
    }

    /// Gives a new file the attributes of the old one, as far as this process may.
    ///
    /// - Throws: `locksOwnerOut` when the old file's owner could not open the new file as the old one.
    func apply(to file: borrowing FileDescriptor) throws(OutputError.Code) {
        var mode = status.st_mode & 0o7777
        do throws(SystemError) {
            let new = try file.status()
            if new.st_uid != status.st_uid || new.st_gid != status.st_gid,
                fchown(file.number, status.st_uid, status.st_gid) != 0
            {
                let keepsGroup =
                    new.st_gid == status.st_gid || fchown(file.number, uid_t.max, status.st_gid) == 0
                // What the group might do, another group must not.
                if !keepsGroup { mode &= ~0o070 | (mode & 0o007) << 3 }
                mode &= 0o777
                let group = keepsGroup ? status.st_gid : new.st_gid
                if new.st_uid != status.st_uid, !ownerMayStill(mode, group) {
                    throw SystemError(number: Self.lockedOut)
                }
            }
            try copyExtended(to: file, mode: mode)
        } catch {
            throw error.number == Self.lockedOut
                ? .locksOwnerOut(userID: status.st_uid) : OutputError.Code(error)
        }
    }

    // No error of the system has this number.
    private static let lockedOut: Int32 = -1

    /// Whether the old owner may read and write the new file as the old one, being one of its group or of all others.
    private func ownerMayStill(_ mode: mode_t, _ group: gid_t) -> Bool {
        let had = status.st_mode >> 6 & 0o6
        let has = isMember(status.st_uid, of: group) ? mode >> 3 & 0o6 : mode & 0o6
        return had & ~has == 0
    }

    private func isMember(_ user: uid_t, of group: gid_t) -> Bool {
        guard let entry = unsafe getpwuid(user), let name = unsafe entry.pointee.pw_name else { return false }
        guard let members = unsafe getgrgid(group) else { return unsafe entry.pointee.pw_gid == group }
        if unsafe entry.pointee.pw_gid == group { return true }
        // A list of names that ends with a null pointer.
        var index = 0
        while let member = unsafe members.pointee.gr_mem?[index] {
            if unsafe strcmp(member, name) == 0 { return true }
            index += 1
        }
        return false
    }

    #if os(Linux)
        /// Sets the mode and copies extended attributes; an ACL is one of them.
        private func copyExtended(to file: borrowing FileDescriptor, mode: mode_t) throws(SystemError) {
            let acl = Array("system.posix_acl_access".utf8)
            // One that the directory gave to the new file; there is none on most file systems.
            _ = unsafe Self.withName(acl) { unsafe fremovexattr(file.number, $0) }
            try file.setMode(mode)
            for name in names() {
                guard let value = value(name) else { continue }
                let number = file.number
                let result = unsafe Self.withName(name) { name in
                    unsafe value.withUnsafeBytes {
                        unsafe fsetxattr(number, name, $0.baseAddress, $0.count, 0)
                    }
                }
                guard result != 0 else { continue }
                // Labels of the system's own are not for everybody to set; who may read a file is no small matter.
                let mayBeLost = [EPERM, EACCES, ENOTSUP].contains(errno) && name != acl
                guard mayBeLost else { throw .last }
            }
        }

        private func names() -> [[UInt8]] {
            let size = unsafe FileName.withPointer(path) { unsafe listxattr($0, nil, 0) }
            guard size > 0 else { return [] }
            var list = [CChar](repeating: 0, count: size)
            let count = unsafe FileName.withPointer(path) { unsafe listxattr($0, &list, list.count) }
            guard count > 0 else { return [] }
            return list.prefix(count).map { UInt8(bitPattern: $0) }.split(separator: 0).map(Array.init)
        }

        private func value(_ name: [UInt8]) -> [UInt8]? {
            let size = unsafe FileName.withPointer(path) { path in
                unsafe Self.withName(name) { unsafe getxattr(path, $0, nil, 0) }
            }
            guard size >= 0 else { return nil }
            var value = [UInt8](repeating: 0, count: size)
            let count = unsafe FileName.withPointer(path) { path in
                unsafe Self.withName(name) { name in unsafe getxattr(path, name, &value, value.count) }
            }
            return count >= 0 ? Array(value.prefix(count)) : nil
        }

        private static func withName<Result>(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Result)
            -> Result
        {
            unsafe FileName.withPointer(FileName.text(name)) { unsafe body($0) }
        }
    #else
        private func copyExtended(to file: borrowing FileDescriptor, mode: mode_t) throws(SystemError) {
            let old = try FileDescriptor(path: path, flags: O_RDONLY)
            guard
                unsafe fcopyfile(
                    old.number, file.number, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR)) == 0
            else { throw .last }
            try file.setMode(mode)
        }
    #endif
}
