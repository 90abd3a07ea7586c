#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Holds the layers of the package: what each module may import, and who may import a C library.
# A new directory in Sources needs a line here, so that nobody adds an arrow by accident.
set -euo pipefail
cd "$(dirname "$0")/.."

# The modules that a target in Sources may import, "any" for no list. Foundation, CSodium and CLibCBOR
# are judged apart, for every target.
allowed_imports() {
    case $1 in
        CapsuleCBOR | CapsuleMLDSA) echo "" ;;
        CapsuleCRDT) echo "CapsuleCBOR" ;;
        CapsuleDocuments) echo "CapsuleCBOR CapsuleCRDT" ;;
        CapsuleSmartAlbums) echo "CapsuleCBOR CapsuleCRDT CapsuleDocuments" ;;
        CapsuleLifecycle) echo "CapsuleCBOR CapsuleCRDT" ;;
        CapsuleClientRules) echo "CapsuleCBOR CapsuleCRDT CapsuleDocuments" ;;
        CapsuleConvergence) echo "CapsuleCBOR CapsuleCRDT CapsuleDocuments CapsuleSmartAlbums" ;;
        CapsuleSealing) echo "CapsuleCBOR CapsuleCRDT CapsuleDocuments CapsuleMLDSA CSodium" ;;
        CapsuleToolSupport) echo "CExtendedAttributes Glibc Musl Darwin" ;;
        CapsuleTestee) echo "CapsuleCBOR CapsuleCRDT CapsuleClientRules CapsuleDocuments CapsuleLifecycle CapsuleSmartAlbums CapsuleSealing CapsuleToolSupport" ;;
        CapsuleConformance) echo "CapsuleCBOR CapsuleCRDT CapsuleDocuments CapsuleTestee CapsuleToolSupport Glibc Musl Darwin Synchronization" ;;
        CapsuleMergeC | capsule-merge | capsule-bench) echo "any" ;;
        *) return 1 ;;
    esac
}

# Prints "file:line module" for each import, whatever stands before or after the keyword.
list_imports() {
    git ls-files --cached --others --exclude-standard -- '*.swift' | while IFS= read -r file; do
        [[ -f $file ]] || continue
        awk -v file="$file" '
            { line = $0; sub(/\/\/.*/, "", line) }
            line ~ /(^|[ \t])import[ \t]+[A-Za-z_]/ {
                sub(/^.*(^|[ \t])import[ \t]+/, "", line)
                sub(/^(typealias|struct|class|enum|protocol|let|var|func|actor)[ \t]+/, "", line)
                sub(/[^A-Za-z0-9_].*$/, "", line)
                print file ":" FNR, line
            }' "$file"
    done
}

wrong=0
complain() {
    printf '%s: %s\n' "$1" "$2" >&2
    wrong=1
}

while read -r place module; do
    file=${place%%:*}
    case $file in
        Sources/*)
            target=${file#Sources/}
            target=${target%%/*}
            if ! allowed=$(allowed_imports "$target"); then
                complain "$place" "$target has no line in scripts/check-imports.sh"
                continue
            fi
            if [[ $module == Foundation ]]; then
                complain "$place" "no target imports Foundation"
            elif [[ $module == CLibCBOR ]]; then
                complain "$place" "only tests and fuzz targets import CLibCBOR"
            elif [[ $module == CSodium && $target != CapsuleSealing ]]; then
                complain "$place" "only CapsuleSealing imports CSodium"
            elif [[ $allowed != any && " $allowed Swift " != *" $module "* ]]; then
                complain "$place" "$target may not import $module (allowed: ${allowed:-the standard library only})"
            fi
            ;;
        *)
            [[ $module == CSodium ]] && complain "$place" "only CapsuleSealing imports CSodium"
            ;;
    esac
done < <(list_imports)

exit $wrong
