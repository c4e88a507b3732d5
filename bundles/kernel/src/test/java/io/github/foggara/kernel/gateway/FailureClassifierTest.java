package io.github.foggara.kernel.gateway;

import static io.github.foggara.api.failover.FailureClass.ENVIRONMENT;
import static io.github.foggara.api.failover.FailureClass.PARTITION_LOST;
import static io.github.foggara.api.failover.FailureClass.UNRECOVERABLE;
import static io.github.foggara.api.failover.FailureClass.USER_CODE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.job.BadRecordException;
import io.github.foggara.api.job.InputChangedException;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.api.types.UnregisteredTypeException;
import io.github.foggara.kernel.gateway.FailureClassifier.Origin;
import io.github.foggara.kernel.service.ServiceMissingException;
import io.github.foggara.kernel.service.ServiceNeed;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class FailureClassifierTest {
    private static final ResultPartitionId PARTITION =
            new ResultPartitionId(new ExecutionAttemptId(JobId.random(), 1, 2, 3), 4);
    private static final ServiceNeed NEED = new ServiceNeed("javax.sql.DataSource", null);

    private static TaskReport.Failed failed(Throwable thrown, Origin origin) {
        return FailureClassifier.failed(thrown, "op", origin);
    }

    private static Arguments rule(Throwable thrown, FailureClass user, FailureClass program, FailureClass engine) {
        return Arguments.of(thrown, user, program, engine);
    }

    private static Arguments always(Throwable thrown, FailureClass kind) {
        return rule(thrown, kind, kind, kind);
    }

    private static Throwable wrapped(Throwable cause) {
        return new RuntimeException("outer", new IllegalStateException("inner", cause));
    }

    static Stream<Arguments> rules() {
        return Stream.of(
                rule(new IllegalStateException("x"), USER_CODE, USER_CODE, ENVIRONMENT),
                rule(new StackOverflowError(), USER_CODE, USER_CODE, ENVIRONMENT),
                rule(new AssertionError("x"), USER_CODE, USER_CODE, ENVIRONMENT),
                rule(new NoClassDefFoundError("x"), USER_CODE, UNRECOVERABLE, UNRECOVERABLE),
                rule(wrapped(new ClassNotFoundException("x")), USER_CODE, UNRECOVERABLE, UNRECOVERABLE),
                always(
                        new PartitionFailedException(PARTITION, "x", new IOException("disk of the other")),
                        PARTITION_LOST),
                always(wrapped(new PartitionFailedException(null, "x", null)), PARTITION_LOST),
                always(new StaleConsumerException("x"), PARTITION_LOST),
                always(wrapped(new ServiceMissingException(NEED, "op")), ENVIRONMENT),
                always(new JobDefinitionException("x", new IOException("while defining")), UNRECOVERABLE),
                always(wrapped(new UnregisteredTypeException("x")), UNRECOVERABLE),
                always(wrapped(new InputChangedException("x")), UNRECOVERABLE),
                always(new OutOfMemoryError("unable to create native thread"), ENVIRONMENT),
                always(wrapped(new OutOfMemoryError("Java heap space")), ENVIRONMENT),
                always(new IOException("x"), ENVIRONMENT),
                always(wrapped(new NoSuchFileException("x")), ENVIRONMENT),
                always(new UncheckedIOException(new ConnectException("x")), ENVIRONMENT),
                always(new FileSystemNotFoundException("x"), ENVIRONMENT),
                always(wrapped(new TimeoutException("x")), ENVIRONMENT),
                always(new EOFException("x"), ENVIRONMENT),
                rule(new IOException("x", new NumberFormatException("y")), USER_CODE, USER_CODE, ENVIRONMENT),
                rule(new BadRecordException("line 3"), USER_CODE, USER_CODE, ENVIRONMENT),
                rule(new MalformedInputException(1), USER_CODE, USER_CODE, ENVIRONMENT),
                rule(wrapped(new ZipException("x")), USER_CODE, USER_CODE, ENVIRONMENT));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void everyRuleOfTheTable(Throwable thrown, FailureClass user, FailureClass program, FailureClass engine) {
        assertThat(failed(thrown, Origin.USER_CODE).kind()).isEqualTo(user);
        assertThat(failed(thrown, Origin.PROGRAM).kind()).isEqualTo(program);
        assertThat(failed(thrown, Origin.ENGINE).kind()).isEqualTo(engine);
    }

    @Test
    void whatIsLostOrLackingIsNamed() {
        TaskReport.Failed lost = failed(wrapped(new PartitionFailedException(PARTITION, "gone", null)), Origin.ENGINE);
        assertThat(lost.partition()).isEqualTo(PARTITION);
        assertThat(lost.operator()).isEqualTo("op");
        assertThat(lost.trace()).contains("gone", "wrapped by java.lang.RuntimeException: outer");
        assertThat(failed(wrapped(new ServiceMissingException(NEED, "op")), Origin.USER_CODE)
                        .lacks())
                .isEqualTo(NEED);
        assertThat(failed(new IOException("x"), Origin.USER_CODE).lacks()).isNull();
    }

    /** What it is asked for is decided by the code of a user. */
    private static class Hostile extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    private static final class Endless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable getCause() {
            return new Endless();
        }
    }

    private static final class NoMemory extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new OutOfMemoryError("as if");
        }

        @Override
        public void printStackTrace(java.io.PrintWriter out) {
            throw new OutOfMemoryError("as if");
        }
    }

    private static final class Shapeless extends PartitionFailedException {
        private static final long serialVersionUID = 1;

        Shapeless() {
            super(PARTITION, null, null);
        }

        @Override
        public ResultPartitionId partition() {
            throw new IllegalStateException("no partition");
        }
    }

    @Test
    void exceptionsThatThrowWhenTheyAreAskedAreClassified() {
        TaskReport.Failed hostile = failed(new Hostile(), Origin.USER_CODE);
        assertThat(hostile.kind()).isEqualTo(USER_CODE);
        assertThat(hostile.trace()).contains(Hostile.class.getName(), "cannot be shown");
        assertThat(failed(new IOException("x", new Hostile()), Origin.USER_CODE).kind())
                .isEqualTo(USER_CODE);
        assertThat(failed(new NoMemory(), Origin.USER_CODE).trace()).contains(NoMemory.class.getName());
        TaskReport.Failed shapeless = failed(new Shapeless(), Origin.USER_CODE);
        assertThat(shapeless.kind()).isEqualTo(PARTITION_LOST);
        assertThat(shapeless.partition()).isNull();
    }

    @Test
    void causesInACircleAndWithoutEndAreClassified() {
        RuntimeException first = new RuntimeException("first");
        IOException second = new IOException("second", first);
        first.initCause(second);
        assertThat(failed(first, Origin.USER_CODE).kind()).isEqualTo(ENVIRONMENT);
        assertThat(failed(second, Origin.USER_CODE).kind()).isEqualTo(USER_CODE);
        assertThat(failed(new Endless(), Origin.USER_CODE).kind()).isEqualTo(USER_CODE);
    }

    @Test
    void noExceptionNoCauseAndNoMessageAreClassified() {
        assertThat(failed(null, Origin.USER_CODE).kind()).isEqualTo(USER_CODE);
        assertThat(failed(null, Origin.ENGINE).trace()).isNotBlank();
        assertThat(failed(new RuntimeException((Throwable) null), Origin.USER_CODE)
                        .kind())
                .isEqualTo(USER_CODE);
        assertThat(failed(thrownNull(), Origin.USER_CODE).trace()).startsWith("java.lang.NullPointerException");
    }

    private static Throwable thrownNull() {
        try {
            throw null;
        } catch (NullPointerException e) {
            return e;
        }
    }

    @Test
    void wordsHaveALimit() {
        Throwable huge = wrapped(new RuntimeException("x".repeat(10_000_000)));
        TaskReport.Failed failed = failed(new RuntimeException("y".repeat(1_000_000), huge), Origin.USER_CODE);
        assertThat(failed.trace().length()).isLessThan(200_000);
        assertThat(failed.trace()).contains("wrapped by java.lang.IllegalStateException: inner");
    }
}
