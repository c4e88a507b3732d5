package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.program.CodeSupply;
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
 * Finds the program of an attempt. A TaskManager may have to get it from its JobMaster first, or somebody deploys it later: then the
 * attempt waits for it, on its own thread, so that nobody else does.
 *
 * @param plugins where programs are counted as in use
 */
record ProgramWait(EngineRuntime runtime, Programs programs, PluginRegistry plugins, Reach reach) {
    private static final Logger LOG = LoggerFactory.getLogger(ProgramWait.class);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    /** The program is not there, or has another content: another try may go well when its bundle was deployed. */
    static final class ProgramMissingException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        ProgramMissingException(String message) {
            super(message);
        }
    }

    /** Brings programs. */
    CodeSupply supply() {
        return reach.supply();
    }

    /** Nothing of the job's code runs here any more. */
    void release(JobId job) {
        supply().release(job);
    }

    /** Whether attempts have to say that they use their program. */
    boolean counted() {
        return reach.elsewhere();
    }

    /** The program is in use; empty if it goes just now, or nobody counts that. */
    Optional<Lease<Program>> lease(Program program) {
        return plugins.lease(Program.class, program.id().code());
    }

    boolean there(Program program) {
        return programs.find(program.id()).isPresent();
    }

    /**
     * Blocks the task thread; a cancel ends that. Mails stay where they are: what they are for does not exist before the chain does.
     *
     * @param bell of the task: whoever puts a mail rings it as well, which costs a needless look
     * @throws ProgramMissingException saying what is missing, and what is there instead, or how it is wired otherwise than in the JobMaster
     */
    Program find(TaskDeployment deployment, Mailbox mailbox, Doorbell bell) throws Exception {
        Program program = present(deployment, mailbox, bell);
        Optional<String> difference = supply().difference(program, deployment.code());
        long end = runtime.nanoTime() + reach.programWait().toNanos();
        while (difference.isPresent()) {
            long left = end - runtime.nanoTime();
            if (left <= 0) {
                throw new ProgramMissingException(
                        "The program " + deployment.program() + " is refused here. " + difference.get());
            }
            pause(Math.min(left, LOOK_AGAIN.toNanos()), mailbox, bell);
            program = present(deployment, mailbox, bell);
            difference = supply().difference(program, deployment.code());
        }
        return program;
    }

    /** What it is wired to may be replaced just now, as a plugin; nobody tells when that is done. */
    private void pause(long nanos, Mailbox mailbox, Doorbell bell) {
        EngineRuntime.Cancellable timer = runtime.schedule(nanos, bell::wake);
        try {
            runtime.yieldPoint();
            mailbox.checkCanceled();
            bell.park();
            mailbox.checkCanceled();
        } finally {
            timer.cancel();
        }
    }

    private Program present(TaskDeployment deployment, Mailbox mailbox, Doorbell bell) throws Exception {
        Optional<Program> program = look(deployment);
        if (program.isEmpty() && reach.programWait().isZero()) {
            throw missing(deployment, "");
        }
        return program.isPresent() ? program.get() : await(deployment, mailbox, bell);
    }

    private Optional<Program> look(TaskDeployment deployment) {
        return supply().leaving(deployment.code()) ? Optional.empty() : programs.find(deployment.program());
    }

    private Program await(TaskDeployment deployment, Mailbox mailbox, Doorbell bell) throws Exception {
        Duration limit = reach.programWait();
        LOG.info("{} It is waited for", words(deployment));
        long end = runtime.nanoTime() + limit.toNanos();
        EngineRuntime.Cancellable timer = runtime.schedule(limit.toNanos(), bell::wake);
        // A ring leaves a permit: one between a look and the park after it ends that park at once.
        try (AutoCloseable changes = programs.onChange(bell::wake);
                CodeSupply.Request request = supply().request(
                                deployment.attempt().job(), deployment.program(), deployment.code(), bell::wake)) {
            Optional<Program> found = look(deployment);
            while (found.isEmpty()) {
                runtime.yieldPoint();
                mailbox.checkCanceled();
                if (request.refusal().isPresent()) {
                    // Short: a list of failures shows only the beginning of each.
                    throw new ProgramMissingException("The program " + deployment.program() + " is not here: "
                            + request.refusal().get());
                }
                if (!request.underWay() && runtime.nanoTime() - end >= 0) {
                    throw missing(deployment, " It did not come within " + limit.toMillis() + " ms.");
                }
                bell.park();
                found = look(deployment);
            }
            mailbox.checkCanceled();
            return found.get();
        } finally {
            timer.cancel();
        }
    }

    private ProgramMissingException missing(TaskDeployment deployment, String why) {
        return new ProgramMissingException(words(deployment) + why);
    }

    private String words(TaskDeployment deployment) {
        ProgramId wanted = deployment.program();
        String other = programs.find(wanted.name())
                .map(there -> there.id().bundle().equals(wanted.bundle())
                        ? "; the bundle of that name and version here has another content, " + content(there.id())
                        : "; here it is of " + there.id().bundle())
                .orElse("");
        return "The program " + wanted + " with the content " + content(wanted)
                + " is not installed here, or not any more" + other + "." + byHand(deployment);
    }

    /** Where the JobMaster ships it, nobody need do anything. */
    private static String byHand(TaskDeployment deployment) {
        String why = deployment.code().unshipped();
        return deployment.code().shipped()
                ? ""
                : (why.isEmpty() ? "" : " The JobMaster does not ship it: " + why + ".")
                        + " Deploy the same jar in every container of the cluster.";
    }

    private static String content(ProgramId id) {
        return id.code().substring(id.name().length() + 1);
    }
}
