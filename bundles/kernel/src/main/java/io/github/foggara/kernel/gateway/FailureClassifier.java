package io.github.foggara.kernel.gateway;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.job.BadRecordException;
import io.github.foggara.api.job.InputChangedException;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.types.UnregisteredTypeException;
import io.github.foggara.kernel.program.FailureTrace;
import io.github.foggara.kernel.service.ServiceMissingException;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.ClosedFileSystemException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.ProviderNotFoundException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.zip.ZipException;

/**
 * Decides what kind of failure an exception is, and puts it into words. Pure, but looking into an exception may run user
 * code: so it is called once, by the thread that caught the exception. It never throws, whatever the exception does when
 * it is asked.
 *
 * <p>The exception and its causes are looked at from the outermost to the root, each once. The first of them that is in the
 * upper part of this table decides; if none is, the root cause does; if it is not in the table, where the exception came from.
 *
 * <table>
 * <caption>Rules, the first that fits counts</caption>
 * <tr><th>one of the causes</th><th>class</th><th>why</th></tr>
 * <tr><td>PartitionFailedException</td><td>PARTITION_LOST, and which</td><td>its own cause is the other task's failure</td></tr>
 * <tr><td>StaleConsumerException</td><td>PARTITION_LOST</td><td>a newer attempt reads; this one is not to blame</td></tr>
 * <tr><td>ServiceMissingException</td><td>ENVIRONMENT, and what is lacking</td><td>the job waits for the service</td></tr>
 * <tr><td>JobDefinitionException</td><td>UNRECOVERABLE</td><td>the same program says the same again; also a graph with
 *     another fingerprint</td></tr>
 * <tr><td>UnregisteredTypeException</td><td>UNRECOVERABLE</td><td>a line is missing in the program</td></tr>
 * <tr><td>IncompatibleStateException</td><td>UNRECOVERABLE</td><td>checkpoint and program do not fit each other</td></tr>
 * <tr><td>InputChangedException</td><td>UNRECOVERABLE</td><td>what was read before does not fit what would be read now</td></tr>
 * <tr><td>LinkageError, ClassNotFoundException, not out of user code</td><td>UNRECOVERABLE</td><td>bundles do not fit
 *     each other; only another bundle helps</td></tr>
 * <tr><th>root cause</th><th></th><th></th></tr>
 * <tr><td>OutOfMemoryError</td><td>ENVIRONMENT</td><td>also for a thread that cannot be started; others may
 *     have taken the memory</td></tr>
 * <tr><td>IOException, UncheckedIOException, errors of file systems, TimeoutException</td><td>ENVIRONMENT</td><td>also
 *     out of user code: disks and other systems come back</td></tr>
 * <tr><td>of these, what speaks of the data: BadRecordException, CharacterCodingException, UTFDataFormatException, ObjectStreamException,
 *     ZipException</td><td>by origin</td><td>the same data is bad again</td></tr>
 * <tr><th>origin</th><th></th><th></th></tr>
 * <tr><td>USER_CODE, PROGRAM</td><td>USER_CODE</td><td>it may well throw again</td></tr>
 * <tr><td>ENGINE</td><td>ENVIRONMENT</td><td>a plugin that is away, a race: the next try may go well, and the back-off
 *     ends it if not</td></tr>
 * </table>
 */
public final class FailureClassifier {
    /** Where an exception came from. */
    public enum Origin {
        /** A function of the job or a connector, while the task ran. */
        USER_CODE,
        /** Loading and calling the program that defines the graph. */
        PROGRAM,
        /** The engine or a plugin. */
        ENGINE
    }

    private FailureClassifier() {}

    /**
     * @param thrown if null, the origin alone decides
     * @param operator name of the operator that failed, or of the vertex
     */
    public static TaskReport.Failed failed(Throwable thrown, String operator, Origin origin) {
        try {
            return classified(thrown, operator, origin);
        } catch (Throwable hostile) {
            // Memory is at its end, or the exception throws where nobody expects it.
            String words = thrown.getClass().getName();
            return new TaskReport.Failed(byOrigin(origin), operator, words, null, null);
        }
    }

    private static TaskReport.Failed classified(Throwable thrown, String operator, Origin origin) {
        List<Throwable> causes = FailureTrace.causes(thrown);
        String trace = FailureTrace.of(thrown);
        for (Throwable cause : causes) {
            if (cause instanceof PartitionFailedException lost) {
                return new TaskReport.Failed(FailureClass.PARTITION_LOST, operator, trace, partition(lost), null);
            }
            if (cause instanceof StaleConsumerException) {
                return new TaskReport.Failed(FailureClass.PARTITION_LOST, operator, trace, null, null);
            }
            if (cause instanceof ServiceMissingException missing) {
                return new TaskReport.Failed(FailureClass.ENVIRONMENT, operator, trace, null, missing.need());
            }
            if (unrecoverable(cause, origin)) {
                return new TaskReport.Failed(FailureClass.UNRECOVERABLE, operator, trace, null, null);
            }
        }
        boolean environment = !causes.isEmpty() && environment(causes.get(causes.size() - 1));
        FailureClass kind = environment ? FailureClass.ENVIRONMENT : byOrigin(origin);
        return new TaskReport.Failed(kind, operator, trace, null, null);
    }

    private static ResultPartitionId partition(PartitionFailedException lost) {
        try {
            return lost.partition();
        } catch (Throwable hostile) {
            return null;
        }
    }

    private static boolean unrecoverable(Throwable cause, Origin origin) {
        return cause instanceof JobDefinitionException
                || cause instanceof UnregisteredTypeException
                || cause instanceof IncompatibleStateException
                || cause instanceof InputChangedException
                || origin != Origin.USER_CODE
                        && (cause instanceof LinkageError || cause instanceof ClassNotFoundException);
    }

    private static boolean environment(Throwable root) {
        return root instanceof OutOfMemoryError
                || root instanceof IOException && !ofData(root)
                || root instanceof UncheckedIOException
                || root instanceof TimeoutException
                || root instanceof FileSystemNotFoundException
                || root instanceof ClosedFileSystemException
                || root instanceof ProviderNotFoundException;
    }

    private static boolean ofData(Throwable root) {
        return root instanceof BadRecordException
                || root instanceof CharacterCodingException
                || root instanceof UTFDataFormatException
                || root instanceof ObjectStreamException
                || root instanceof ZipException;
    }

    private static FailureClass byOrigin(Origin origin) {
        return origin == Origin.ENGINE ? FailureClass.ENVIRONMENT : FailureClass.USER_CODE;
    }
}
