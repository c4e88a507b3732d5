package io.github.foggara.rpc.netty;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** All that was logged since the tests of this module began. */
final class TestLog {
    private TestLog() {}

    static String text() throws IOException {
        return Files.readString(Path.of(System.getProperty("org.slf4j.simpleLogger.logFile")));
    }
}
