package io.github.foggara.kernel.program;

import static io.github.foggara.kernel.program.TestPrograms.PARAMETERS;
import static io.github.foggara.kernel.program.TestPrograms.mapping;
import static io.github.foggara.kernel.program.TestPrograms.program;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.CollectionSpec;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgramGraphsTest {
    private final JvmRuntime runtime = new JvmRuntime();
    private final ProgramGraphs graphs = new ProgramGraphs(runtime, Duration.ofSeconds(20));

    @AfterEach
    void close() {
        runtime.close();
    }

    @Test
    void definesTwiceOnAThreadOfItsOwnUnderTheLoaderOfTheProgram() throws Exception {
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        List<ClassLoader> loaders = Collections.synchronizedList(new ArrayList<>());
        try (URLClassLoader loader = new URLClassLoader(new URL[0])) {
            JobDefinition definition = parameters -> {
                threads.add(Thread.currentThread());
                loaders.add(Thread.currentThread().getContextClassLoader());
                return mapping(x -> x);
            };
            graphs.submitAndWait(new Program(program(definition).id(), definition, loader), PARAMETERS);
            assertThat(loaders).containsExactly(loader, loader);
        }
        assertThat(threads).hasSize(2).doesNotContain(Thread.currentThread());
    }

    @Test
    void anArgumentThatTheProgramNeverLooksAtIsRefused() {
        Program program = program(parameters -> {
            parameters.find("output");
            parameters.integer("top", 10, 1, 100);
            return mapping(x -> x);
        });
        JobParameters mistyped = new JobParameters(Map.of("top", "3", "ouput", "counts"), 0, 0);
        assertThatThrownBy(() -> graphs.submitAndWait(program, mistyped))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("no argument 'ouput'")
                .hasMessageContaining("Did you mean 'output'?")
                .hasMessageContaining("output, top");
        JobParameters good = new JobParameters(Map.of("top", "3", "output", "counts"), 0, 0);
        assertThat(graphs.submitAndWait(program, good).graph().nodes()).hasSize(2);
        Program generous = program(parameters -> {
            parameters.arguments().forEach((name, value) -> {});
            return mapping(x -> x);
        });
        assertThat(graphs.submitAndWait(generous, mistyped).graph().nodes()).hasSize(2);
        Program later = program(parameters -> mapping(x -> parameters.string("ouput")));
        assertThat(graphs.submitAndWait(later, mistyped).graph().nodes()).hasSize(2);
    }

    @Test
    void warningsOfAGraphAreToldOnceWhenItIsSubmitted() {
        Program program = program(parameters -> {
            JobGraph graph = mapping(x -> x);
            return new JobGraph(graph.nodes(), graph.edges(), List.of(), Map.of(), List.of("the order is lost"));
        });
        PrintStream err = System.err;
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        System.setErr(new PrintStream(told, true));
        try {
            String fingerprint =
                    graphs.submitAndWait(program, PARAMETERS).fingerprint().hash();
            ProgramGraphs.build(program, PARAMETERS, fingerprint);
        } finally {
            System.setErr(err);
        }
        assertThat(told.toString()).containsOnlyOnce("the order is lost").contains("test-job", "WARN");
    }

    @Test
    void theSameGraphHasTheSameFingerprintInAnAttempt() {
        Program program = program(parameters -> {
            int factor = 3;
            return mapping((MapFunction<Integer, Integer>) x -> x * factor);
        });
        String submitted =
                graphs.submitAndWait(program, PARAMETERS).fingerprint().hash();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        BuiltGraph built = ProgramGraphs.build(program, PARAMETERS, submitted);
        assertThat(built.graph().nodes()).hasSize(2);
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
        assertThatThrownBy(() -> ProgramGraphs.build(program, PARAMETERS, "00"))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("another graph here");
    }

    @Test
    void theLoaderIsPutBackAlsoWhenTheProgramThrows() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Program program = new Program(
                program(null).id(),
                parameters -> {
                    throw new IllegalStateException("no such table");
                },
                null);
        assertThatThrownBy(() -> ProgramGraphs.build(program, PARAMETERS))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("test-job")
                .hasMessageContaining("no such table");
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }

    @Test
    void theWordsOfTheProgramReachTheUser() {
        Program program = program(parameters -> mapping(x -> parameters.string("input")));
        Program refusing = program(parameters -> mapping(value(parameters.string("input"))));
        graphs.submitAndWait(program, PARAMETERS);
        assertThatThrownBy(() -> graphs.submitAndWait(refusing, PARAMETERS))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("The argument 'input' is missing");
    }

    @Test
    void aValueThatDiffersIsNamedWithItsOperator() {
        AtomicInteger calls = new AtomicInteger();
        Program program = program(parameters -> mapping(value(calls.incrementAndGet())));
        assertThatThrownBy(() -> graphs.submitAndWait(program, PARAMETERS))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("operator 'tail', function, value #0")
                .hasMessageContaining("java.lang.Integer 1 is not java.lang.Integer 2")
                .hasMessageContaining("JobParameters");
    }

    @Test
    void otherCodeOrOperatorsDiffer() {
        AtomicInteger calls = new AtomicInteger();
        Program code = program(parameters -> calls.incrementAndGet() == 1 ? mapping(x -> x) : mapping(x -> 1));
        assertThatThrownBy(() -> graphs.submitAndWait(code, PARAMETERS)).hasMessageContaining("function, code");
        AtomicInteger others = new AtomicInteger();
        Program records = program(parameters ->
                TestPrograms.graph(new CollectionSpec(List.of(others.incrementAndGet())), new MapSpec(x -> x), 0));
        assertThatThrownBy(() -> graphs.submitAndWait(records, PARAMETERS))
                .hasMessageContaining("operator 'numbers', records");
    }

    @Test
    void aSlowDefineIsRefusedWithTheLimitAndInterrupted() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        Program program = program(parameters -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return mapping(x -> x);
        });
        ProgramGraphs hasty = new ProgramGraphs(runtime, Duration.ofMillis(50));
        assertThatThrownBy(() -> hasty.submitAndWait(program, PARAMETERS))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("test-job")
                .hasMessageContaining("50 ms");
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    }

    /** It would keep its thread, and its bundle, for as long as it likes. */
    @Test
    void aDefineThatNobodyWaitsForAnyMoreIsInterrupted() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Program program = program(parameters -> {
            reached.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return mapping(x -> x);
        });
        Thread waiting = new Thread(() -> assertThatThrownBy(() -> graphs.submitAndWait(program, PARAMETERS))
                .isInstanceOf(JobDefinitionException.class));
        waiting.start();
        reached.await();
        waiting.interrupt();
        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
        waiting.join();
    }

    @Test
    void anObjectWithStateThatIsHandedOutTwiceIsRefused() {
        Counting shared = new Counting();
        Program program = program(parameters -> mapping(shared));
        assertThatThrownBy(() -> graphs.submitAndWait(program, PARAMETERS))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("operator 'tail'")
                .hasMessageContaining("Create it inside define");
    }

    private static <T> MapFunction<Object, T> value(T captured) {
        return ignored -> captured;
    }

    private static final class Counting implements MapFunction<Object, Object> {
        private static final long serialVersionUID = 1L;
        private transient long seen;

        @Override
        public Object map(Object record) {
            return seen++;
        }
    }
}
