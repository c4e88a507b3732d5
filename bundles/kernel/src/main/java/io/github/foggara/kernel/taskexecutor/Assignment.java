package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;

/** What an attempt is to do and whom it reports to. Written by the exec thread, read by any. */
final class Assignment {
    /** Without channels and outputs until it is deployed. */
    private volatile TaskDeployment deployment;

    private volatile JobMasterGateway owner;
    private volatile boolean deployed;

    Assignment(TaskDeployment deployment, JobMasterGateway owner) {
        this.deployment = deployment;
        this.owner = owner;
    }

    TaskDeployment deployment() {
        return deployment;
    }

    JobMasterGateway owner() {
        return owner;
    }

    void owner(JobMasterGateway next) {
        owner = next;
    }

    /** Whoever waits has to be woken. */
    void deploy(TaskDeployment whole, JobMasterGateway master) {
        deployment = whole;
        owner = master;
        deployed = true;
    }

    boolean deployed() {
        return deployed;
    }

    /** Task thread: until it is deployed. Serves nothing but cancel, because what mails speak of is not there yet. */
    void await(EngineRuntime runtime, Mailbox mailbox, Doorbell bell) {
        mailbox.checkCanceled();
        while (!deployed) {
            runtime.yieldPoint();
            bell.arm();
            if (!deployed && !mailbox.canceled()) {
                bell.park();
            }
            mailbox.checkCanceled();
        }
        bell.disarm();
    }
}
