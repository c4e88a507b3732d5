package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.program.Programs;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the program of an attempt. In a TaskManager that has just started, the job bundle may come later than the order to run it: then the
 * attempt waits for it, on its own thread, so that nobody else does.
 *
 * @param limit how long; 0 for not at all
 */
record ProgramWait(EngineRuntime runtime, Programs programs, Duration limit) {
    private static final Logger LOG = LoggerFactory.getLogger(ProgramWait.class);

    /** The program is not there, or has another content: another try may go well when its bundle was deployed. */
    static final class ProgramMissingException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        ProgramMissingException(String message) {
            super(message);
        }
    }

    /**
     * Blocks the task thread; a cancel ends that. Mails stay where they are: what they are for does not exist before the chain does.
     *
     * @param bell of the task: whoever puts a mail rings it as well, which costs a needless look
     * @throws ProgramMissingException saying what is missing, and what is there instead
     */
    Program find(ProgramId wanted, Mailbox mailbox, Doorbell bell) throws Exception {
        Optional<Program> found = programs.find(wanted);
        if (found.isPresent() || limit.isZero()) {
            return found.orElseThrow(() -> missing(wanted));
        }
        LOG.warn("{} It is waited for, for {} ms", words(wanted), limit.toMillis());
        long end = runtime.nanoTime() + limit.toNanos();
        EngineRuntime.Cancellable timer = runtime.schedule(limit.toNanos(), bell::wake);
        // A ring leaves a permit: one between a look and the park after it ends that park at once.
        try (AutoCloseable changes = programs.onChange(bell::wake)) {
            found = programs.find(wanted);
            while (found.isEmpty() && runtime.nanoTime() - end < 0) {
                runtime.yieldPoint();
                mailbox.checkCanceled();
                bell.park();
                found = programs.find(wanted);
            }
        } finally {
            timer.cancel();
        }
        mailbox.checkCanceled();
        return found.orElseThrow(() -> missing(wanted));
    }

    private ProgramMissingException missing(ProgramId wanted) {
        return new ProgramMissingException(
                words(wanted) + (limit.isZero() ? "" : " It did not come within " + limit.toMillis() + " ms."));
    }

    private String words(ProgramId wanted) {
        String other = programs.find(wanted.name())
                .map(there -> there.id().bundle().equals(wanted.bundle())
                        ? "; the bundle of that name and version here has another content, " + content(there.id())
                        : "; here it is of " + there.id().bundle())
                .orElse("");
        return "The program " + wanted + " with the content " + content(wanted)
                + " is not installed here, or not any more" + other
                + ". Deploy the same jar in every container of the cluster.";
    }

    private static String content(ProgramId id) {
        return id.code().substring(id.name().length() + 1);
    }
}
