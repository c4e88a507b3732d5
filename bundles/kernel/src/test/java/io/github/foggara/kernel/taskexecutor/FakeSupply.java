package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.program.CodeSupply;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** Brings nothing. Any thread. */
final class FakeSupply implements CodeSupply {
    /** Jobs that were let go. */
    final BlockingQueue<JobId> released = new LinkedBlockingQueue<>();
    /** Somebody has been told of a {@link #difference}. */
    final CountDownLatch told = new CountDownLatch(1);

    volatile Optional<String> difference = Optional.empty();

    @Override
    public void hold(JobId job, ProgramCode code) {}

    @Override
    public void release(JobId job) {
        released.add(job);
    }

    @Override
    public Request request(JobId job, ProgramId program, ProgramCode code, Runnable changed) {
        return NOTHING;
    }

    @Override
    public boolean leaving(ProgramCode code) {
        return false;
    }

    @Override
    public Optional<String> difference(Program program, ProgramCode code) {
        Optional<String> found = difference;
        if (found.isPresent()) {
            told.countDown();
        }
        return found;
    }
}
