package io.github.foggara.kernel.simulation;

import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.program.Programs;
import java.util.List;
import java.util.Optional;

/** One program, which never changes. */
record OnlyProgram(Program program) implements Programs {
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
