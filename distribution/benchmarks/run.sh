#!/bin/sh
# usage: run.sh SUITE|W1|W2|W2n|W2r|W3|W4|W4m|W4p|W5|W8|LAT|LATn|64x64|idle|MTTR ... [reps=5] [sides=foggara,flink,jet] [smoke=true] [key=value ...]
#        run.sh memory [key=value ...]      bounded queues on a small heap, this engine alone
#        run.sh log [key=value ...]         what the event log of a job costs
#        run.sh state [key=value ...]       what snapshots of keyed state cost the thread that processes
#        run.sh sort [key=value ...]        the sorter alone, beside GNU sort and Arrays.parallelSort
#        run.sh wake [key=value ...]        how long threads alone need for LAT
#        run.sh stream [key=value ...]      what Netty alone carries over the loopback address
#        run.sh lost [key=value ...]        a cluster of processes whose TaskManager is killed: until that is noticed, and until the job commits again
#        run.sh jmh [check|save|PATTERN]    inner parts, beside the committed record
# What the workloads and keys are stands in README.md.
set -eu
cd "$(dirname "$0")"
[ $# -gt 0 ] || { sed -n '2,11s/^# //p' "$0" >&2; exit 2; }
root=$(cd ../.. && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

newer() {
    file=$1
    shift
    [ ! -f "$file" ] || [ -n "$(find "$@" -name '*.java' -path '*/main/*' -newer "$file" | head -n 1)" ]
}

if newer target/classpath.txt "$root/bundles" "$root/shuffle-plugin" "$root/recovery-plugin" "$root/checkpoint-plugin" \
    "$root/partition-window-plugin" src; then
    echo "building" >&2
    (cd "$root" && mvn -q -B -DskipTests -Dspotless.check.skip -Dcheckstyle.skip package)
    # Maven leaves the file alone when the class path is the same.
    touch target/classpath.txt
fi

classes="target/classes:$(cat target/classpath.txt)"
home=$(echo "$root"/distribution/assembly/target/foggara-*/)
commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
[ -z "$(git status --porcelain -uno 2>/dev/null)" ] || commit="$commit with changes"

case $1 in
    memory)
        shift
        # So that Java counts the memory of sockets.
        exec "$java" -Xms128m -Xmx128m -Dio.netty.maxDirectMemory=0 -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp "$classes" \
            io.github.foggara.benchmarks.Main memory "$@"
        ;;
    log | state)
        exec "$java" -Xms1g -Xmx1g -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp "$classes" \
            io.github.foggara.benchmarks.Main "$@"
        ;;
    sort)
        exec "$java" -Xms4g -Xmx4g -XX:+UseParallelGC -cp "$classes" io.github.foggara.benchmarks.Main "$@"
        ;;
    wake | stream)
        exec "$java" -Xms4g -Xmx4g -XX:+UseG1GC -cp "$classes" io.github.foggara.benchmarks.Main "$@"
        ;;
    lost)
        "$home/bin/foggara" prepare
        exec "$java" -Xmx256m "-Dfoggara.home=$home" -cp "$classes" io.github.foggara.benchmarks.Main "$@"
        ;;
    jmh)
        shift
        exec "$java" "-Dbenchmarks.commit=$commit" -cp "$classes" io.github.foggara.benchmarks.micro.Baseline "$@"
        ;;
esac

suite() {
    "$java" -Xmx256m "-Dfoggara.home=$home" "-Dbenchmarks.commit=$commit" -cp "$classes" \
        io.github.foggara.benchmarks.suite.Suite "$@"
}

# Before anything is downloaded for it.
suite --check "$@"

# The peers are downloaded and built only when they take part.
case " $* " in
    *" sides=foggara "*) ;;
    *)
        if newer peers/target/classpath.txt peers/src src/main/java/io/github/foggara/benchmarks/work peers/pom.xml; then
            echo "building the peers" >&2
            mvn -q -B -f peers/pom.xml clean compile
        fi
        ;;
esac

# As a user does once after unpacking.
case " $* " in
    *" W8 "* | *" SUITE "*) "$home/bin/foggara" prepare ;;
esac

suite "$@"
