package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;

/**
 * The program of one attempt. Where no JobMaster does so, the attempt itself keeps the program's bundle from going while its code runs; it ends
 * when the bundle is about to go. Task thread, but for {@link #leaves} and {@link #left}.
 */
final class TaskProgram {
    private final ProgramWait programs;
    private final TaskDeployment deployment;
    /** Null before it is found, and if nobody counts. */
    private volatile Lease<Program> lease;

    private volatile boolean left;

    TaskProgram(ProgramWait programs, TaskDeployment deployment) {
        this.programs = programs;
        this.deployment = deployment;
    }

    /** See {@link ProgramWait#find}. */
    Program find(Mailbox mailbox, Doorbell bell) throws Exception {
        Program program = programs.find(deployment, mailbox, bell);
        if (!programs.counted()) {
            return program;
        }
        Lease<Program> used = programs.lease(program).orElse(null);
        lease = used;
        // Whoever tells that it leaves may have looked before it was leased.
        if (used == null ? !programs.there(program) : programs.plugins().leaving(used)) {
            throw new ProgramWait.ProgramMissingException(words());
        }
        // While a bundle is replaced, two of that id may be there: the one that waits for this lease is the one to run.
        return used == null ? program : used.service();
    }

    private String words() {
        return "The program " + deployment.program()
                + " has left this TaskManager: its bundle was stopped, updated or uninstalled";
    }

    /** Whether its bundle has begun to go since; then the attempt counts as ended by that. Exec thread. */
    boolean leaves() {
        Lease<Program> used = lease;
        left |= used != null && programs.plugins().leaving(used);
        return left;
    }

    /** The attempt was ended because of its bundle. Any thread. */
    boolean left() {
        return left;
    }

    /** What is said of an attempt that has {@link #left}. */
    TaskReport failure() {
        return new TaskReport.Failed(FailureClass.ENVIRONMENT, deployment.vertexName(), words(), null, null);
    }

    /** Nothing of its code runs any more. */
    void letGo() {
        Lease<Program> used = lease;
        lease = null;
        if (used != null) {
            used.close();
        }
    }
}
