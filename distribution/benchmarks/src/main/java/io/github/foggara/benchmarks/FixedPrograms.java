package io.github.foggara.benchmarks;

import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.program.Programs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Programs that never change. */
final class FixedPrograms implements Programs {
    private final Map<String, Program> programs = new TreeMap<>();

    FixedPrograms(Map<String, JobDefinition> jobs) {
        jobs.forEach((name, job) -> programs.put(
                name,
                new Program(
                        new ProgramId(name, "benchmarks", "0"),
                        job,
                        job.getClass().getClassLoader())));
    }

    @Override
    public Optional<Program> find(String name) {
        return Optional.ofNullable(programs.get(name));
    }

    @Override
    public Optional<Program> find(ProgramId id) {
        return find(id.name());
    }

    @Override
    public List<String> names() {
        return List.copyOf(programs.keySet());
    }

    @Override
    public AutoCloseable onChange(Runnable listener) {
        return () -> {};
    }
}
