package io.github.foggara.itests.job;

import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.streams.DataStream;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.ReportSink;
import io.github.foggara.streams.StreamEnvironment;
import java.util.Dictionary;
import java.util.Hashtable;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * The job bundle of these tests: programs that wait, fail or hang on demand. Packed by {@code JobBundle} out of this package;
 * it registers by an activator what a component would register by an annotation.
 */
public final class Jobs implements BundleActivator {
    @Override
    public void start(BundleContext context) {
        register(context, "gated", Jobs::gated);
        register(context, "held", Jobs::held);
        register(context, "failing", Jobs::failing);
        register(context, "hanging", Jobs::hanging);
        register(context, "alone", Jobs::alone);
        register(context, "early-late", Jobs::earlyLate);
        register(context, "serving", Jobs::serving);
        register(context, "twins", Fuses::twins);
        register(context, "lanes", Fuses::lanes);
        register(context, "broken", Fuses::broken);
        register(context, "ids", Ids::define);
        register(context, "steady", Steady::define);
        register(context, "sorted", Sorted::define);
    }

    @Override
    public void stop(BundleContext context) {
        // The framework unregisters what the bundle has registered.
    }

    private static void register(BundleContext context, String name, JobProgram program) {
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put(JobDefinition.NAME_PROPERTY, name);
        context.registerService(JobProgram.class, program, properties);
    }

    /** Passes the numbers 1 to {@code count} through a gate, a file that must exist, and writes sums by residue. */
    private static void gated(StreamEnvironment env, JobParameters parameters) {
        env.fromSequence(1, parameters.integer("count", 1000, 1, Integer.MAX_VALUE))
                .map(new Gate(parameters.string("gate"), parameters.integer("free", 100, 0, Integer.MAX_VALUE)))
                .keyBy(Residue::residue)
                .sum(Residue::number)
                .sinkTo(FileSink.csv(parameters.path("output"), Residue.class), "sums");
    }

    /** Writes the sums twice; its commit stands between the two outputs until the gate, a file, exists. */
    private static void held(StreamEnvironment env, JobParameters parameters) {
        DataStream<Residue> sums = env.fromSequence(1, parameters.integer("count", 1000, 1, Integer.MAX_VALUE))
                .map(Residue::of)
                .keyBy(Residue::residue)
                .sum(Residue::number);
        sums.sinkTo(FileSink.csv(parameters.path("output"), Residue.class), "before");
        sums.sinkTo(new HoldSink<>(parameters.string("commits"), parameters.string("gate")), "hold");
        sums.sinkTo(FileSink.csv(parameters.path("after"), Residue.class), "after");
    }

    /** Two pipelines without exchanges, so that each subtask has a region of its own in each: one ends soon, the other waits before a gate. */
    private static void earlyLate(StreamEnvironment env, JobParameters parameters) {
        long last = parameters.integer("count", 1000, 1, Integer.MAX_VALUE) - 1L;
        env.fromSequence(0, last)
                .name("early numbers")
                .map(Residue::of)
                .disableChaining()
                .name("early residues")
                .sinkTo(FileSink.csv(parameters.path("early"), Residue.class), "early rows");
        env.fromSequence(0, last)
                .name("late numbers")
                .map(new Gate(parameters.string("gate"), parameters.integer("free", 100, 0, Integer.MAX_VALUE)))
                .disableChaining()
                .name("late residues")
                .sinkTo(FileSink.csv(parameters.path("late"), Residue.class), "late rows");
    }

    private static void failing(StreamEnvironment env, JobParameters parameters) {
        env.fromSequence(1, 10).map(Jobs::fail).sinkTo(report(), "report");
    }

    private static Residue fail(Long number) {
        if (number == 7) {
            throw new IllegalStateException("seven is not accepted");
        }
        return Residue.of(number);
    }

    private static void hanging(StreamEnvironment env, JobParameters parameters) {
        env.fromSequence(1, 10).map(new Hang(parameters.string("gate"))).sinkTo(report(), "report");
    }

    private static void alone(StreamEnvironment env, JobParameters parameters) {
        env.fromSequence(1, 3)
                .map(new Alone(parameters.string("gate")))
                .sinkTo(FileSink.csv(parameters.path("output"), Residue.class), "residues");
    }

    private static void serving(StreamEnvironment env, JobParameters parameters) {
        env.fromSequence(1, parameters.integer("count", 3, 1, Integer.MAX_VALUE))
                .map(new Greet(parameters.string("gate")))
                .sinkTo(ReportSink.topN(10, String::compareTo, Jobs::same), "report");
    }

    private static String same(String line) {
        return line;
    }

    private static ReportSink<Residue> report() {
        return ReportSink.topN(3, Residue::compare, Residue::toString);
    }
}
