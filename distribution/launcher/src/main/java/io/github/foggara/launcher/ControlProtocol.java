package io.github.foggara.launcher;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What is spoken over {@code data/control.sock}: UTF-8 lines. A request is one line, a verb and the rest. The reply is
 * any number of lines {@code o…} for standard output and {@code e…} for standard error, and a last line {@code x} with
 * the exit code. A reply without that line was cut off.
 */
final class ControlProtocol {
    static final String READY = "ready";
    static final String STATUS = "status";
    static final String STOP = "stop";
    static final String SHELL = "shell";
    static final char OUT = 'o';
    static final char ERR = 'e';
    static final char EXIT = 'x';
    /** Longer lines are refused: whoever sends them does not speak this protocol. */
    static final int LONGEST_LINE = 1 << 20;

    private ControlProtocol() {}

    /** The next line without its end; empty at the end of the stream. */
    static Optional<String> readLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                return Optional.empty();
            }
            if (line.size() == LONGEST_LINE) {
                throw new IOException("a line of more than " + LONGEST_LINE + " bytes on the control socket");
            }
            line.write(b);
        }
        return Optional.of(line.toString(StandardCharsets.UTF_8));
    }
}
