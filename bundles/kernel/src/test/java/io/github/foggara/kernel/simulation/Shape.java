package io.github.foggara.kernel.simulation;

import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;
import java.util.List;
import java.util.Map;

/** The jobs that are simulated. Their programs are shared by all simulations, so that code is made for their graphs once. */
enum Shape {
    /** read (2) → by key → count → out (2): one pipelined region. */
    KEYED(
            2,
            14,
            Map.of(
                    "out",
                    List.of("KeyCount[key=0, count=3]", "KeyCount[key=1, count=4]", "KeyCount[key=2, count=3]"))) {
        @Override
        void define(StreamEnvironment env) {
            env.fromSequence(1, 10)
                    .map(new Step("read"))
                    .uid("read")
                    .keyBy(Shape::key)
                    .count()
                    .sinkTo(new WitnessedSink("out"))
                    .uid("out");
        }
    },

    /** left-read → left-out beside right-read → right-out: two regions. */
    TWO_PIPELINES(
            1,
            20,
            Map.of("left-out", List.of("1", "2", "3", "4", "5"), "right-out", List.of("1", "2", "3", "4", "5"))) {
        @Override
        void define(StreamEnvironment env) {
            for (String side : List.of("left", "right")) {
                env.fromSequence(1, 5)
                        .map(new Step(side + "-read"))
                        .uid(side + "-read")
                        .rebalance()
                        .sinkTo(new WitnessedSink(side + "-out"))
                        .uid(side + "-out");
            }
        }
    },

    /** read (2) → by key → rolling count → out (2), with checkpoints; every count of every key is put out once. */
    STREAMED(2, 48, Map.of("out", Numbers.counts(24, 3))) {
        @Override
        void define(StreamEnvironment env) {
            env.fromSource(new Numbers(24), "numbers")
                    .uid("numbers")
                    .map(new Step("read"))
                    .uid("read")
                    .keyBy(Shape::key)
                    .process(new CountEach())
                    .uid("count")
                    .sinkTo(new StreamedSink("out"))
                    .uid("out");
        }

        @Override
        boolean streamed() {
            return true;
        }
    },

    /** read (2) → round robin → an operator that asks for its records and emits them at their end → out (2), with checkpoints. */
    PULLED(2, 72, Map.of("out", Numbers.lines(24))) {
        @Override
        void define(StreamEnvironment env) {
            env.fromSource(new Numbers(24), "numbers")
                    .uid("numbers")
                    .map(new Step("read"))
                    .uid("read")
                    .rebalance()
                    .fullWindowPartition()
                    .mapPartition(new Hoarding.Function())
                    .uid(Hoarding.UID)
                    .sinkTo(new StreamedSink("out"))
                    .uid("out");
        }

        @Override
        boolean streamed() {
            return true;
        }
    },

    /** {@link #STREAMED} twice, side by side: two regions, of which one goes on while the other restarts. */
    STREAMED_PIPELINES(1, 64, Map.of("left-out", Numbers.counts(16, 3), "right-out", Numbers.counts(16, 3))) {
        @Override
        void define(StreamEnvironment env) {
            for (String side : List.of("left", "right")) {
                env.fromSource(new Numbers(16), side + "-numbers")
                        .uid(side + "-numbers")
                        .map(new Step(side + "-read"))
                        .uid(side + "-read")
                        .keyBy(Shape::key)
                        .process(new CountEach())
                        .uid(side + "-count")
                        .sinkTo(new StreamedSink(side + "-out"))
                        .uid(side + "-out");
            }
        }

        @Override
        boolean streamed() {
            return true;
        }
    };

    private final int parallelism;
    private final int records;
    private final Map<String, List<String>> output;
    private final Program program;

    Shape(int parallelism, int records, Map<String, List<String>> output) {
        this.parallelism = parallelism;
        this.records = records;
        this.output = output;
        JobDefinition definition = new Definition(this);
        this.program =
                new Program(new ProgramId(name(), "simulated/1.0", "1"), definition, Shape.class.getClassLoader());
    }

    abstract void define(StreamEnvironment env);

    /** Whether it has checkpoints. */
    boolean streamed() {
        return false;
    }

    /** Beyond program and parallelism. */
    Map<String, String> options() {
        return streamed()
                ? Map.of("execution.runtime-mode", "STREAMING", "execution.checkpointing.interval", "10 ms")
                : Map.of();
    }

    int parallelism() {
        return parallelism;
    }

    /** Calls of user code in a run that nothing disturbs. */
    int records() {
        return records;
    }

    /** Sorted lines of each sink in a run that nothing disturbs. */
    Map<String, List<String>> output() {
        return output;
    }

    Program program() {
        return program;
    }

    private static Long key(Long number) {
        return number % 3;
    }

    private record Definition(Shape shape) implements JobProgram {
        @Override
        public void define(StreamEnvironment env, JobParameters parameters) {
            shape.define(env);
        }
    }
}
