#!/bin/sh
# usage: run.sh W1|W2|W8|memory|all [key=value ...]
# Measures this checkout; what the workloads and their arguments are stands in README.md. GC=G1|Parallel, HEAP=2g.
set -eu
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

if [ ! -f target/classpath.txt ] || [ -n "$(find "$root/bundles" "$root/shuffle-plugin" src -name '*.java' -path '*/main/*' -newer target/classpath.txt | head -n 1)" ]; then
    echo "building" >&2
    (cd "$root" && mvn -q -B -DskipTests -Dspotless.check.skip -Dcheckstyle.skip package)
fi

run() {
    workload=$1
    shift
    heap=${HEAP:-2g}
    [ "$workload" != memory ] || heap=${HEAP:-128m}
    # Touching memory for the first time is slow on virtual machines: do it before the clock runs.
    "$java" "-Xms$heap" "-Xmx$heap" "-XX:+Use${GC:-G1}GC" -XX:+AlwaysPreTouch -Dorg.slf4j.simpleLogger.defaultLogLevel=warn \
        "-Dfoggara.home=$(echo "$root"/distribution/assembly/target/foggara-*/)" \
        -cp "target/classes:$(cat target/classpath.txt)" io.github.foggara.benchmarks.Main "$workload" "$@"
}

if [ "${1:-}" = all ]; then
    shift
    for workload in W1 W2 W8 memory; do
        run "$workload" "$@"
    done
else
    run "$@"
fi
