package io.github.foggara.launcher;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Writes a reply of {@link ControlProtocol}, line by line as it is printed. */
final class ReplyWriter {
    private final OutputStream socket;
    private final PrintStream out;
    private final PrintStream err;

    ReplyWriter(OutputStream socket) {
        this.socket = socket;
        this.out = new PrintStream(new Lines(ControlProtocol.OUT), true, StandardCharsets.UTF_8);
        this.err = new PrintStream(new Lines(ControlProtocol.ERR), true, StandardCharsets.UTF_8);
    }

    PrintStream out() {
        return out;
    }

    PrintStream err() {
        return err;
    }

    /** Ends unfinished lines and sends the exit code. */
    void end(int exitCode) throws IOException {
        out.close();
        err.close();
        send(ControlProtocol.EXIT, Integer.toString(exitCode).getBytes(StandardCharsets.US_ASCII));
    }

    private synchronized void send(char kind, byte[] text) throws IOException {
        byte[] line = new byte[text.length + 2];
        line[0] = (byte) kind;
        System.arraycopy(text, 0, line, 1, text.length);
        line[line.length - 1] = '\n';
        socket.write(line);
    }

    /** Cuts what is printed into lines; a very long one is cut where the protocol would refuse it. */
    private final class Lines extends OutputStream {
        private static final int CUT = ControlProtocol.LONGEST_LINE / 2;
        private final char kind;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        Lines(char kind) {
            this.kind = kind;
        }

        @Override
        public synchronized void write(int b) throws IOException {
            if (b == '\n' || line.size() == CUT) {
                flushLine();
            }
            if (b != '\n') {
                line.write(b);
            }
        }

        private void flushLine() throws IOException {
            send(kind, line.toByteArray());
            line.reset();
        }

        @Override
        public synchronized void close() throws IOException {
            if (line.size() > 0) {
                flushLine();
            }
        }
    }
}
