package io.github.foggara.itests.job;

import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.RuntimeContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Throws at one record for as long as a file holds a number above 0, which it lowers; passes when it holds 0, and waits as long as
 * there is none. Emits with each number the attempt that took it.
 */
public final class Fuse implements MapFunction<Long, Taken> {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long at;
    private transient int attempt;

    public Fuse(String file, long at) {
        this.file = file;
        this.at = at;
    }

    @Override
    public void open(RuntimeContext context) {
        attempt = context.attempt();
    }

    @Override
    public Taken map(Long number) throws IOException, InterruptedException {
        if (number == at) {
            burn(Path.of(file));
        }
        return new Taken(number, attempt);
    }

    private static void burn(Path charges) throws IOException, InterruptedException {
        Arrival.await(charges);
        int left = Integer.parseInt(Files.readString(charges).strip());
        if (left == 0) {
            return;
        }
        if (left == 1) {
            Files.delete(charges);
        } else {
            Path next = Files.writeString(charges.resolveSibling(charges.getFileName() + ".next"), "" + (left - 1));
            Files.move(next, charges, StandardCopyOption.ATOMIC_MOVE);
        }
        throw new IllegalStateException("the fuse " + charges.getFileName() + " has blown");
    }
}
