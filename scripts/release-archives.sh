#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Makes the archives of a version from the present commit: scripts/release-archives.sh VERSION FOLDER.
# The source, the conformance suite, the tool as a static program for this machine, and SHA256SUMS. The same commit,
# toolchain and libraries give the same bytes. FOLDER must not exist, and is made only when all of them are.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

fail() {
    printf 'release-archives: %s\n' "$*" >&2
    exit 2
}

(($# == 2)) || fail 'usage: scripts/release-archives.sh VERSION FOLDER'
version=$1 folder=$2
[[ ! -e $folder ]] || fail "$folder exists already"
[[ -z $(git status --porcelain) ]] || fail 'the archives are of a commit, and there are changes that are in none'

mkdir -p "$(dirname "$folder")"
work=$(mktemp -d "$(dirname "$folder")/.release-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/archives"

# pack NAME: $work/NAME as an archive that depends on nothing but what is in it.
pack() {
    tar --create --directory="$work" --format=ustar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner \
        --mode='u=rwX,go=rX' "$1" | gzip -n -9 >"$work/archives/$1.tar.gz"
}

source=capsule-merge-$version-source
git archive --format=tar --prefix="$source/" HEAD | tar -x -C "$work"
pack "$source"

DIST=$work/archives scripts/conformance-dist.sh

# The runner of that archive is the tool.
system=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
tool=capsule-merge-$version-$system-static
mkdir -p "$work/$tool"
cp .build-static/release/capsule-merge "$work/$tool/capsule-merge"
strip "$work/$tool/capsule-merge"
cp LICENSE NOTICE README.md CHANGELOG.md SECURITY.md "$work/$tool/"
# What the program has in it beside this project and Swift's runtime, with the terms that go with it.
for library in libsodium-dev libc6-dev; do
    copyright=/usr/share/doc/$library/copyright
    [[ ! -e $copyright ]] || install -D -m 0644 "$copyright" "$work/$tool/third-party/$library"
done
printed=$("$work/$tool/capsule-merge" --version | head -n 1)
[[ $printed == "capsule-merge $version" ]] || fail "the tool says '$printed', not version $version"
pack "$tool"

(cd "$work/archives" && sha256sum -- *.tar.gz >SHA256SUMS)
mv "$work/archives" "$folder"
(cd "$folder" && cat SHA256SUMS)
