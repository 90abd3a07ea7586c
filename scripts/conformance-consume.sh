#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the examples that read the vectors from a test framework: pytest, JUnit and cargo. Nothing is fetched while
# they run; what is missing is installed from Debian before, or named.
set -euo pipefail
cd "$(dirname "$0")/../Conformance/examples/consume"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
jars=/usr/share/java
crates=/usr/share/cargo/registry

# Debian's packages, so that no example depends on a registry.
packages=()
[[ -e $jars/junit-platform-console-standalone.jar || -e $jars/junit-platform-console.jar ]] || packages+=(junit5)
[[ -e $jars/jackson-databind.jar ]] || packages+=(libjackson2-databind-java)
compgen -G "$crates/serde_json-1*" >/dev/null || packages+=(librust-serde-json-dev)
command -v javac >/dev/null || packages+=(default-jdk-headless)
command -v cargo >/dev/null || packages+=(cargo)
python=${PYTHON:-python3}
if ! "$python" -m pytest --version >/dev/null 2>&1; then
    python=/usr/bin/python3
    "$python" -m pytest --version >/dev/null 2>&1 || packages+=(python3-pytest)
fi
if ((${#packages[@]} > 0)); then
    if ((EUID == 0)) && command -v apt-get >/dev/null; then
        apt-get install -y -qq "${packages[@]}" >/dev/null
    else
        printf 'consume: install %s first\n' "${packages[*]}" >&2
        exit 1
    fi
fi

failed=0
# example TITLE COMMAND...
example() {
    printf '\n== %s\n' "$1"
    shift
    "$@" || failed=1
}

junit() {
    local path
    path=$(printf '%s:' "$jars"/junit-*.jar "$jars"/jackson-{core,annotations,databind}.jar \
        "$jars"/{opentest4j,apiguardian-api,picocli,univocity-parsers}.jar)
    javac -cp "$path" -d "$work/classes" junit/VectorsTest.java &&
        java -Dvectors="$PWD/../../vectors" -cp "$path" org.junit.platform.console.ConsoleLauncher \
            --class-path "$work/classes" --select-class VectorsTest --details=summary --disable-banner \
            --fail-if-no-tests
}

# Debian's folder of crates takes the place of the registry.
crate() {
    cp -r cargo "$work/crate" && mkdir "$work/crate/.cargo" &&
        printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "%s"\n' "$crates" \
            >"$work/crate/.cargo/config.toml" &&
        sed -i "s|concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../../../vectors/|concat!(\"$PWD/../../\", \"vectors/|" \
            "$work/crate/tests/vectors.rs" &&
        (cd "$work/crate" && CARGO_TARGET_DIR=$work/target cargo test --offline --quiet -- --nocapture)
}

example pytest "$python" -m pytest -q -p no:cacheprovider pytest/test_vectors.py
example JUnit junit
example cargo crate
exit "$failed"
