package io.github.foggara.kernel.dispatcher;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A container that runs, and the one that finds what it left. */
abstract class TwoContainers {
    @TempDir
    Path root;

    Container first;
    /** Null before a test starts it. */
    Container second;

    @BeforeEach
    void boot() {
        first = new Container(root.resolve("first"));
    }

    @AfterEach
    void closeBoth() {
        first.close();
        if (second != null) {
            second.close();
        }
    }
}
