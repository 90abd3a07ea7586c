#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Makes sure that what the package builds with is there: Swift 6.3 or newer, libcbor and libsodium.
# Installs the two libraries where it can (Debian and its relatives), says exactly what to type where
# it cannot. Does nothing, quickly, when everything is there.
set -euo pipefail

fail() {
    printf 'install-dependencies: %s\n' "$*" >&2
    exit 1
}

check_swift() {
    local needed_major=6 needed_minor=3 banner
    command -v swift >/dev/null 2>&1 ||
        fail "swift was not found on the PATH. Install Swift $needed_major.$needed_minor or newer from swift.org."
    banner=$(swift --version 2>/dev/null) || fail "'swift --version' failed: the toolchain on the PATH is broken."
    [[ $banner =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] ||
        fail "could not read the version that 'swift --version' prints: $banner"
    local major=${BASH_REMATCH[1]} minor=${BASH_REMATCH[2]}
    if ((major < needed_major || (major == needed_major && minor < needed_minor))); then
        fail "Swift $needed_major.$needed_minor or newer is needed; this is Swift $major.$minor ($(command -v swift))."
    fi
}

# has PKG_CONFIG_NAME HEADER: the development files of one library are there.
has() {
    if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists "$1"; then
        return 0
    fi
    local prefix
    for prefix in /usr /usr/local /opt/homebrew; do
        [[ -e $prefix/include/$2 ]] && return 0
    done
    return 1
}

missing_libraries() {
    has libcbor cbor.h || echo libcbor
    has libsodium sodium.h || echo libsodium
}

# install_with_apt PACKAGE...
install_with_apt() {
    local as_root=""
    if [[ $(id -u) -ne 0 ]]; then
        if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
            as_root="sudo -n"
        else
            fail "missing: $*. Install with:

    sudo apt-get update && sudo apt-get install -y $*
"
        fi
    fi
    # shellcheck disable=SC2086 # as_root is empty or two words on purpose
    apt() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@" </dev/null; }
    printf 'install-dependencies: installing %s\n' "$*"
    apt update -qq
    apt install -y -qq --no-install-recommends "$@" >/dev/null
}

check_swift
missing=$(missing_libraries | xargs)
[[ -z $missing ]] && exit 0

if [[ $(uname -s) == Darwin ]]; then
    fail "missing: $missing. Install with Homebrew:

    brew install $missing
"
elif command -v apt-get >/dev/null 2>&1; then
    # shellcheck disable=SC2086 # one word for each library
    install_with_apt $(printf '%s-dev ' $missing)
else
    fail "missing: $missing. Install with your system's package manager, headers included (on Debian the packages are libcbor-dev and libsodium-dev)."
fi

missing=$(missing_libraries | xargs)
[[ -z $missing ]] || fail "still missing after the installation: $missing"
