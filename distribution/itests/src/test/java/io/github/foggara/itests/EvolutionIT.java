package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.PaxExamExtension;
import io.github.foggara.itests.container.Shell;
import io.github.foggara.itests.container.SteadyJob;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.BundleContext;

/** Versions of a job whose classes differ, and the state of the version before. */
@ExtendWith(PaxExamExtension.class)
public class EvolutionIT {
    private static final int COUNT = 30_000;
    private static final String SEEN = "package demo; public record Seen(long count, String last) {}";
    private static final String PART = "package demo; public record Part(int key, long number) {}";
    private static final String TALLIED = "package demo; public record Tallied(int key, long nth, long number) {}";
    private static final String PACE = """
            package demo;
            import java.nio.file.*;
            public final class Pace implements io.github.foggara.api.function.MapFunction<Long, Part> {
                private final String file;
                private transient boolean open;
                public Pace(String file) { this.file = file; }
                @Override public Part map(Long number) {
                    if (!open) {
                        open = Files.exists(Path.of(file));
                        java.util.concurrent.locks.LockSupport.parkNanos(open ? 0 : 1_000_000);
                    }
                    return new Part((int) (number % 1000), number);
                }
            }
            """;
    private static final String TALLY = """
            package demo;
            import io.github.foggara.api.function.*;
            import io.github.foggara.api.state.*;
            public final class Tally implements KeyedProcessFunction<Integer, Part, Tallied> {
                private transient ValueState<Seen> seen;
                @Override public void open(RuntimeContext context) {
                    seen = context.state(new ValueStateDescriptor<>("seen", Seen.class));
                }
                @Override public void process(Part part, Context<Integer> context, Collector<Tallied> out) {
                    Seen before = seen.value();
                    long nth = before == null ? 1 : before.count() + 1;
                    seen.update(new Seen(nth, "number " + part.number()));
                    out.collect(new Tallied((int) part.key(), nth, part.number()));
                }
            }
            """;
    private static final String EVOLVING = """
            package demo;
            import io.github.foggara.connector.file.FileSink;
            import io.github.foggara.streams.*;
            public final class Evolving implements JobProgram {
                @Override public void define(StreamEnvironment env, io.github.foggara.api.job.JobParameters p) {
                    env.register(Seen.class);
                    p.string("hold");
                    env.fromSequence(1, p.integer("count", 1000, 1, Integer.MAX_VALUE)).uid("numbers")
                        .map(new Pace(p.string("gate"))).uid("pace")
                        .keyBy(Part::key).process(new Tally()).name("tally").uid("tally")
                        .sinkTo(FileSink.csv(p.path("output"), Tallied.class), "tallied").uid("tallied");
                }
            }
            """;
    private static final List<String> FIRST = List.of(SEEN, PART, TALLIED, PACE, TALLY, EVOLVING);
    /** One component has another name. */
    private static final List<String> RENAMED = with("long count", "long total", "before.count()", "before.total()");
    /** One component more, one less, and the one that stays is elsewhere. */
    private static final List<String> GROWN = with(
            "long count, String last",
            "boolean marked, long count",
            "new Seen(nth, \"number \" + part.number())",
            "new Seen(true, nth)");

    @Inject
    BundleContext context;

    private static int versions;

    private static void deploy(Inside inside, List<String> sources) {
        String version = "1.0." + versions++;
        inside.deploy("evolving.jar", JobBundle.compiled("evolving", version, "demo.Evolving", sources));
        Eventually.isTrue(
                "evolving " + version + " is active",
                () -> inside.find("evolving")
                        .filter(bundle -> bundle.getVersion().toString().equals(version))
                        .isPresent());
        inside.awaitProgram("evolving", true);
    }

    /** The first version with texts in all of its sources replaced. */
    private static List<String> with(String... texts) {
        List<String> sources = new ArrayList<>(FIRST);
        for (int i = 0; i < texts.length; i += 2) {
            String from = texts[i];
            String to = texts[i + 1];
            assertThat(sources).as(from).anyMatch(source -> source.contains(from));
            sources.replaceAll(source -> source.replace(from, to));
        }
        return sources;
    }

    private static void configure(SteadyJob job, String... more) {
        String[] options = {
            "program", "evolving",
            "execution.checkpointing.interval", "1 h",
            "execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION",
            "job-event.store.retry-interval", "200 ms"
        };
        job.configure(Stream.of(options, more).flatMap(Stream::of).toArray(String[]::new));
    }

    @Test
    public void anotherVersionBeginsWithTheStateOrIsRefusedInWords() throws Exception {
        Inside inside = new Inside(context);
        deploy(inside, FIRST);
        SteadyJob first = new SteadyJob(inside, "evolving", COUNT);
        configure(first);
        inside.awaitState("evolving", JobStatus.RUNNING);
        Eventually.isTrue("something is read", () -> first.info().workDone() > 2000);
        String path = new Shell(context).run("checkpoint:trigger evolving").replaceFirst(".*complete: ", "");
        inside.jobs().cancel("evolving");
        inside.awaitState("evolving", JobStatus.CANCELED);

        refused(inside, first, path, RENAMED, "State 'seen'", "demo.Seen", "component count", "total", "the old name");
        List<String> moved = with("Seen", "Sight");
        refused(inside, first, path, moved, "State 'seen'", "value state of demo.Seen", "value state of demo.Sight");
        List<String> typed = with("long count", "int count", "new Seen(nth", "new Seen((int) nth");
        refused(inside, first, path, typed, "State 'seen'", "component count", "type long", "now int");
        List<String> keyed = with("int key", "long key", "<Integer", "<Long", "new Part((int) (", "new Part((");
        refused(
                inside,
                first,
                path,
                keyed,
                "State 'seen'",
                "uid 'tally'",
                "java.lang.Integer",
                "keyed by java.lang.Long");
        List<String> other = with("uid(\"tally\")", "uid(\"other\")");
        refused(inside, first, path, other, "holds state of the operator with uid 'tally'", "ignore-unclaimed-state");

        deploy(inside, GROWN);
        SteadyJob last = begin(inside, first, "last", path);
        inside.awaitState("last", JobStatus.RUNNING);
        last.finish();
        first.assertExact();
    }

    private static SteadyJob begin(Inside inside, SteadyJob first, String name, String path) {
        SteadyJob job = new SteadyJob(inside, name, COUNT);
        configure(
                job,
                "execution.state-recovery.path",
                path,
                "arg.output",
                first.output().toString());
        return job;
    }

    /** A new run of another version does not begin, and the shell tells why. */
    private static void refused(Inside inside, SteadyJob first, String path, List<String> sources, String... words) {
        deploy(inside, sources);
        String name = "refused-" + versions;
        begin(inside, first, name, path);
        awaitWords(inside, name, words);
        inside.jobs().cancel(name);
        inside.awaitState(name, JobStatus.CANCELED);
    }

    private static void awaitWords(Inside inside, String name, String... words) {
        Shell shell = new Shell(inside.context());
        Eventually.isTrue(name + " is there", () -> inside.jobs().job(name).isPresent());
        String told = Eventually.get(
                name + " waits and says why",
                () -> shell.run("job:info " + name),
                text -> text.contains("state     SUSPENDED") && text.contains(words[0]));
        assertThat(told).contains(words);
    }

    @Test
    public void aRunningJobWaitsForAVersionThatItsStateFits() throws Exception {
        Inside inside = new Inside(context);
        deploy(inside, FIRST);
        SteadyJob job = new SteadyJob(inside, "updated", COUNT);
        configure(job, "execution.checkpointing.interval", "100 ms");
        JobInfo running = inside.awaitState("updated", JobStatus.RUNNING);
        long last = job.awaitComplete(0).id();
        deploy(inside, RENAMED);
        awaitWords(inside, "updated", "State 'seen'", "component count");
        assertThat(job.complete()).hasSize(1);
        deploy(inside, GROWN);
        job.awaitComplete(last + 1);
        assertThat(job.finish().id()).isEqualTo(running.id());
        job.assertExact();
    }
}
