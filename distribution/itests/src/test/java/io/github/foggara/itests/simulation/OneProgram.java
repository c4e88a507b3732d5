package io.github.foggara.itests.simulation;

import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.program.Programs;
import io.github.foggara.streams.JobProgram;
import java.util.List;
import java.util.Optional;

/** One program that is always there. */
final class OneProgram implements Programs {
    private final Program program;

    OneProgram(String name, JobProgram definition) {
        program = new Program(
                new ProgramId(name, "simulation/1", "0"), definition, getClass().getClassLoader());
    }

    @Override
    public Optional<Program> find(String name) {
        return Optional.of(program).filter(p -> p.id().name().equals(name));
    }

    @Override
    public Optional<Program> find(ProgramId id) {
        return Optional.of(program).filter(p -> p.id().equals(id));
    }

    @Override
    public List<String> names() {
        return List.of(program.id().name());
    }

    @Override
    public AutoCloseable onChange(Runnable listener) {
        return () -> {};
    }
}
