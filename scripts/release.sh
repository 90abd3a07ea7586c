#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Checks everything that a release needs, and makes its archives: scripts/release.sh VERSION.
#
#   TAG=1     also tags the commit here, once all of it is right; nothing is ever pushed
#   FIRST=1   accepts that there is no earlier release to compare with
#   OUT=DIR   where the archives go; default release-out/VERSION
#
# Exit codes: 0 all is right, 1 a check failed, 2 the release cannot begin. Unless it is 0, there are no archives and
# there is no tag. RELEASING.md says what a person does before and after.
set -euo pipefail
cd "$(dirname "$0")/.."

refuse() {
    printf 'release: %s\n' "$*" >&2
    exit 2
}

version=${1:-}
[[ -n $version ]] || refuse 'which version? make release VERSION=1.0.0'
[[ $version =~ ^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$ ]] ||
    refuse "'$version' is no version such as 1.0.0"
out=${OUT:-release-out/$version}

# --- Before anything is built.

[[ -z $(git status --porcelain) ]] || {
    git status --short >&2
    refuse 'there are changes that are not committed'
}
! git rev-parse --quiet --verify "refs/tags/$version" >/dev/null || refuse "version $version exists: it is a tag"
[[ ! -e $out ]] || refuse "$out exists already"
last=$(scripts/last-release.sh || true)
if [[ -n $last ]]; then
    [[ $(printf '%s\n' "$last" "$version" | sort -V | tail -n 1) == "$version" ]] ||
        refuse "version $version is below the last release, $last"
elif [[ ${FIRST:-} != 1 ]]; then
    refuse 'there is no earlier release to compare API and bytes with; FIRST=1 says that this is the first'
fi
python3 scripts/check-release.py "$version" ${last:+--last "$last"} || refuse 'what the files say is not right for this version'

# --- What takes long. Everything runs, so that one run shows all that is wrong.

failures=0
summary=()
# check TITLE COMMAND...: prints the output as it comes, and keeps a line for the end.
check() {
    local title=$1 status=0 started=$SECONDS
    shift
    printf '\n=== %s: %s\n' "$title" "$*"
    "$@" </dev/null || status=$?
    if ((status == 0)); then
        summary+=("ok           $title ($((SECONDS - started)) s)")
    else
        summary+=("FAILED       $title, status $status")
        failures=$((failures + 1))
    fi
}

# compare TITLE COMMAND...: status 3 means that there was nothing to compare with, which FIRST=1 has accepted;
# status 1 that callers break, which a new major version may (before 1.0.0: a new minor version).
compare() {
    local title=$1 status=0
    shift
    printf '\n=== %s: %s\n' "$title" "$*"
    "$@" </dev/null || status=$?
    if ((status == 0)); then
        summary+=("ok           $title")
    elif ((status == 3)) && [[ -z $last && ${FIRST:-} == 1 ]]; then
        summary+=("NOT CHECKED  $title: this is the first release")
    elif ((status == 1)) && [[ $title == API* ]] && may_break; then
        summary+=("BREAKS       $title since $last, which version $version may")
    else
        summary+=("FAILED       $title, status $status")
        failures=$((failures + 1))
    fi
}

may_break() {
    local old new
    IFS=. read -r -a old <<<"$last"
    IFS=. read -r -a new <<<"$version"
    ((new[0] > old[0] || (new[0] == 0 && new[1] > old[1])))
}

check lint make lint
check tests make test
check 'conformance vectors' make conformance
check 'counts of instructions and allocations' make bench-gate
compare 'API breakage' scripts/check-api.sh
compare 'wire breakage' scripts/check-wire.sh

made=no
if ((failures == 0)); then
    printf '\n=== archives\n'
    if [[ -n $(git status --porcelain) ]]; then
        git status --short >&2
        summary+=('FAILED       the checks changed the tree')
        failures=1
    elif scripts/release-archives.sh "$version" "$out"; then
        made=yes
    else
        summary+=('FAILED       archives')
        failures=1
    fi
fi

printf '\n=== release %s\n' "$version"
printf '%s\n' "${summary[@]}"
if ((failures > 0)); then
    printf 'release: %d of these failed; no archive was made and nothing tagged\n' "$failures" >&2
    exit 1
fi
if [[ ${TAG:-} == 1 ]]; then
    if ! git tag --annotate --message "capsule-merge $version" "$version"; then
        rm -rf "$out"
        printf 'release: the tag could not be made, so the archives are gone again\n' >&2
        exit 1
    fi
    printf 'tagged %s here; nothing was pushed\n' "$version"
else
    printf 'not tagged: TAG=1 does that, or git tag --annotate %s\n' "$version"
fi
[[ $made == yes ]] && printf 'archives in %s:\n' "$out" && cat "$out/SHA256SUMS"
