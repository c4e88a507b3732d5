package io.github.foggara.streams;

import static io.github.foggara.streams.Programs.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.streams.Programs.NoSink;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs whose graph or settings are wrong. */
class DrawingRefusalTest {
    @Test
    void programWithoutOperatorsIsRefused() {
        assertRefused(env -> {}).contains("no operator", "fromSource");
    }

    @Test
    void uidUsedTwiceIsRefusedNamingBoth() {
        assertRefused(env ->
                        env.fromElements("a").uid("x").map(s -> s).name("same").uid("x"))
                .contains("'collection' (uid x)", "'same' (uid x)");
        assertRefused(env -> env.fromElements("a").uid("map-2").map(s -> s)).contains("(uid map-2)");
        assertRefused(env -> env.fromElements("a").uid(" ")).contains("collection-1", "uid");
    }

    @Test
    void parallelismBelowOneIsRefused() {
        assertRefused(env -> env.fromElements("a").name("letters").setParallelism(0))
                .contains("'letters'", "not 0");
        assertRefused(env -> env.fromElements("a").sinkTo(new NoSink<>(), "out").setParallelism(-1))
                .contains("'out'", "not -1");
    }

    @Test
    void forwardBetweenDifferentParallelismsIsRefused() {
        assertRefused(env -> env.fromElements("a")
                        .setParallelism(2)
                        .forward()
                        .map(s -> s)
                        .setParallelism(3))
                .contains("collection-1", "parallelism 2", "map-2", "parallelism 3", "rescale");
        assertRefused(env -> env.fromElements("a").forward().map(s -> s).setParallelism(3))
                .contains("the job's default parallelism");
    }

    @Test
    void settingsBehindAPartitioningOrUnionAreRefused() {
        assertRefused(env -> env.fromElements("a").rebalance().name("x")).contains("name", "collection-1");
        assertRefused(env -> env.fromElements("a").broadcast().setParallelism(2))
                .contains("setParallelism");
        assertRefused(env -> env.fromElements("a").union(env.fromElements("b")).uid("x"))
                .contains("uid", "collection-2");
    }

    @Test
    void unionWithItselfIsRefused() {
        assertRefused(env -> {
                    DataStream<String> stream = env.fromElements("a");
                    stream.union(stream).map(s -> s);
                })
                .contains("map-2", "collection-1", "united with itself");
    }

    @Test
    void unionWithAnotherJobsStreamIsRefused() {
        StreamEnvironment other = new StreamEnvironment();
        DataStream<String> foreign = other.fromElements("b");
        assertRefused(env -> env.fromElements("a").union(foreign)).contains("same StreamEnvironment");
    }

    @Test
    void sourcesOfNothingAreRefused() {
        assertRefused(env -> env.fromCollection(List.of())).contains("at least one record");
        assertRefused(env -> env.fromCollection(Arrays.asList("a", null))).contains("null");
        assertRefused(env -> env.fromSequence(2, 1)).contains("fromSequence(2, 1)", "empty");
        assertRefused(env -> env.fromSequence(Long.MIN_VALUE, 0)).contains("more than 2^63-1");
        assertRefused(env -> env.fromSequence(0, Long.MAX_VALUE)).contains("more than 2^63-1");
    }

    @Test
    void optionsNeedKeyAndValue() {
        assertRefused(env -> env.option("", "a")).contains("key");
        assertRefused(env -> env.option("parallelism", null)).contains("parallelism");
        assertRefused(env -> env.runtimeMode(null)).contains("STREAMING, BATCH or AUTOMATIC");
    }

    @Test
    void reportHasOneWriterAndShowsSomething() {
        assertThatThrownBy(() -> ReportSink.topN(0, String::compareTo, s -> s))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("not 0");
        assertThatThrownBy(() -> ReportSink.<String>topN(1, null, s -> s)).hasMessageContaining("order");
        assertRefused(env -> env.fromElements("a")
                        .sinkTo(ReportSink.topN(1, String::compareTo, s -> s), "largest")
                        .setParallelism(2))
                .contains("'largest'", "always has parallelism 1");
    }

    @Test
    void drawnParallelismOfAReportMayBeRepeated() {
        assertThat(Programs.graph(env -> env.fromElements("a")
                                .sinkTo(ReportSink.topN(1, String::compareTo, s -> s))
                                .setParallelism(1))
                        .nodes())
                .hasSize(2);
    }
}
