package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.program.CodeSupply;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Brings nothing, and notes which jobs were let go. */
final class Releases implements CodeSupply {
    final BlockingQueue<JobId> jobs = new LinkedBlockingQueue<>();

    @Override
    public void hold(JobId job, ProgramCode code) {}

    @Override
    public void release(JobId job) {
        jobs.add(job);
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
        return Optional.empty();
    }
}
