package io.github.foggara.connector.file.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.connector.file.FileSink;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM with a run that writes to the same place. It does one thing, then waits to be killed. */
final class OtherProcess implements AutoCloseable {
    private final Process process;
    private final List<String> said = new ArrayList<>();

    /**
     * Returns when it has done it.
     *
     * @param what {@code open}, {@code prepare} or {@code lock}
     * @param path of the output; of the directory to lock
     */
    OtherProcess(String what, Path path) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        what,
                        path.toString())
                .redirectErrorStream(true)
                .start();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); !"done".equals(line); line = lines.readLine()) {
            assertThat(line).as("the other process said %s", said).isNotNull();
            said.add(line);
        }
    }

    /** The last line before it was done. */
    Path working() {
        return Path.of(said.get(said.size() - 1));
    }

    /** Like {@code kill -9}; returns when it is dead. */
    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    public static void main(String[] args) throws Exception {
        Path path = Path.of(args[1]);
        if (args[0].equals("lock")) {
            DirectoryLock.take(path).orElseThrow();
        } else {
            write(args[0].equals("prepare"), path);
        }
        say("done");
        // Until the process that started this one closes the stream, or ends.
        System.in.read();
    }

    private static void write(boolean prepare, Path target) throws Exception {
        SinkPlace place = new SinkPlace();
        FileSink<String> sink = FileSink.lines(target);
        FileSinkCommitter committer = (FileSinkCommitter) sink.createCommitter(place);
        committer.open();
        SinkWriter<String> writer = sink.createWriter(place.attempt(0, 0));
        writer.open();
        writer.write("from another process");
        List<byte[]> parts = writer.finish();
        writer.close();
        if (prepare) {
            committer.prepare(parts);
        }
        say(place.working(target).toString());
    }

    /** Each line on its own, unbuffered: the other side waits for it. */
    private static void say(String line) throws IOException {
        new FileOutputStream(FileDescriptor.out).write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
