package io.github.foggara.testkit.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * A directory in memory where the system has one, for tests that force thousands of real files and do not look at that:
 * {@code @TempDir(factory = InMemoryIfThere.class)}.
 */
public final class InMemoryIfThere implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
        Path memory = Path.of("/dev/shm");
        return Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "foggara")
                : Files.createTempDirectory("foggara");
    }
}
