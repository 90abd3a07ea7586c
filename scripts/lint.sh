#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Everything that is checked without running the code: formatting, what imports what, licence headers, versions and
# the changelog, names that must not be committed, and a build in which a warning is an error.
# Runs all checks before it fails, so that one run shows everything that is wrong.
set -uo pipefail
cd "$(dirname "$0")/.."

failures=0
# check TITLE COMMAND...: the command prints what is wrong and fails, or says nothing.
check() {
    local title=$1
    shift
    if "$@"; then
        printf 'lint: ok      %s\n' "$title"
    else
        printf 'lint: FAILED  %s\n' "$title" >&2
        failures=$((failures + 1))
    fi
}

# none_found EXPLANATION PATTERN PATHSPEC...: no tracked or new text file has a match.
none_found() {
    local explanation=$1 pattern=$2 found status=0
    shift 2
    found=$(git grep --untracked -nIE "$pattern" -- "$@") || status=$?
    # 1 is "no match"; anything above is git's own failure, which must not look like a pass.
    ((status == 1)) && return 0
    printf '%s\n' "$found" "    $explanation" >&2
    return 1
}

source_files() {
    git ls-files --cached --others --exclude-standard -- "$@" | while IFS= read -r file; do
        if [[ -f $file ]]; then printf '%s\n' "$file"; fi
    done
}

licence_headers() {
    local file wrong=0
    while IFS= read -r file; do
        # Line 1, except where that belongs to the tools version or to the interpreter.
        if ! head -n 2 "$file" | grep -q 'SPDX-License-Identifier: Apache-2\.0'; then
            printf '%s:1: no SPDX-License-Identifier line\n' "$file" >&2
            wrong=1
        fi
    done < <(source_files '*.swift' '*.h' '*.c' '*.modulemap' '*.sh' '*.py' '*.v' '*.ml' Makefile .ci/run)
    return $wrong
}

tests_go_through_the_script() {
    none_found 'call scripts/test.sh, which fails when no test ran' \
        '^[^#`]*swift test( |$)' Makefile .ci '*.sh' ':!scripts/test.sh'
}

# The modules that run wherever Swift does: they import each other and the standard library.
pure=(CapsuleCBOR CapsuleCRDT CapsuleDocuments CapsuleSmartAlbums CapsuleLifecycle CapsuleClientRules CapsuleMLDSA
    CapsuleConvergence)
kinds='((typealias|struct|class|enum|protocol|let|var|func|actor)[[:space:]]+)?'

pure_modules_import_each_other() {
    none_found 'a pure module imports other modules of the package and nothing else; Package.swift has the arrows' \
        "^([^/]*[[:space:]])?import[[:space:]]+$kinds([^C[:space:]]|C[^a]|Ca[^p])" "${pure[@]/#/Sources/}"
}

no_foundation() {
    none_found 'Foundation is large, and differs between platforms' \
        "^([^/]*[[:space:]])?import[[:space:]]+${kinds}Foundation" Sources
}

no_libm() {
    none_found 'this calls the C library'"'"'s mathematics, which a program of pure modules alone does not link' \
        '\.(rounded|squareRoot|formSquareRoot|formTruncatingRemainder|truncatingRemainder|formRemainder)\(' \
        "${pure[@]/#/Sources/}" ':!Sources/CapsuleCRDT/Scalars/NearestInteger.swift'
}

no_key_paths_through_optionals() {
    none_found 'write a closure: the standard library projects this over memory that overlaps, which Address Sanitizer stops at' \
        '\\\.[A-Za-z_.]*\?' '*.swift'
}

# A folder that no target names is neither built nor run, without a word.
every_folder_is_a_target() {
    local folder wrong=0
    for folder in Sources/*/ Tests/*/; do
        folder=${folder%/}
        if ! grep -q "\"${folder##*/}\"" Package.swift; then
            printf '%s: no target of Package.swift has this name\n' "$folder" >&2
            wrong=1
        fi
    done
    return $wrong
}

no_machine_paths() {
    none_found 'this is a path of one machine' \
        '(^|[^A-Za-z0-9_.~/-])/(work|root|home|Users|opt/swift)(/|[^A-Za-z0-9_-]|$)' .
}

no_registry_hosts() {
    # Written with classes so that this line does not match itself.
    none_found 'name the package, not the host that serves it' \
        '(py[p]i|pythonhoste[d]|npmj[s]|crate[s]|rubygem[s]|golan[g]|ghc[r])\.(org|com|io)|(registry|index)-?[a-z0-9]*\.docke[r]\.io|(deb|ftp)\.debia[n]\.org|proxy\.golan[g]' .
}

security_claims_have_tests() { scripts/check-security-claims.py >/dev/null; }

check 'formatting (make format repairs it)' scripts/format.sh --check
check 'pure modules import neither Foundation nor C' pure_modules_import_each_other
check 'no module imports Foundation' no_foundation
check 'cbor_load is never called' none_found 'cbor_load allocates by a declared count; use the streaming decoder' \
    'cbor_load[[:space:]]*\(' Sources Tests Fuzz
check 'every source file names its licence' licence_headers
check 'tests are run by scripts/test.sh' tests_go_through_the_script
check 'pure modules need no libm' no_libm
check 'no key paths through optionals' no_key_paths_through_optionals
check 'every folder is a target' every_folder_is_a_target
check 'SECURITY.md names a test for each claim' security_claims_have_tests
check 'versions agree, and the changelog has its form' scripts/check-release.py
check 'ARCHITECTURE.md names files that exist' scripts/check-traces.py
check 'no machine paths' no_machine_paths
check 'no registry hosts' no_registry_hosts
if ((failures == 0)); then
    check 'build without warnings' scripts/build-strict.sh
else
    printf 'lint: skipped build without warnings, until the rest is right\n' >&2
fi

((failures == 0))
