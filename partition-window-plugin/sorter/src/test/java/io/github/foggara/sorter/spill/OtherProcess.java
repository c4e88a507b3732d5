package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM that spills to a directory and then waits to be killed. */
final class OtherProcess implements AutoCloseable {
    private final Process process;

    /** Returns when its file is there. */
    OtherProcess(Path root) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        root.toString())
                .redirectErrorStream(true)
                .start();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = lines.readLine(); !"done".equals(line); line = lines.readLine()) {
            assertThat(line).as("the other process said %s", said).isNotNull();
            said.append(line).append('\n');
        }
    }

    /** Like {@code kill -9}; returns when it is dead. */
    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    public static void main(String[] args) throws Exception {
        SpillDirectories directories = SpillDirectories.open(List.of(Path.of(args[0])), Long.MAX_VALUE);
        AttemptSpillSpace space = directories.space(Blocks.OWNER);
        Blocks.written(space, 1000);
        Blocks.append(space.create("run").write(), 0, 2000);
        new FileOutputStream(FileDescriptor.out).write("done\n".getBytes(StandardCharsets.UTF_8));
        // Until the process that started this one closes the stream, or ends.
        System.in.read();
    }
}
