package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a block and a record cost in garbage. */
class AllocationTest {
    private static final int BLOCKS = 1000;
    private static final int RECORDS = 200_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final byte[] bytes = new byte[64 << 10];

    @TempDir
    Path root;

    private SpillDirectories directories;
    private AttemptSpillSpace space;

    @BeforeEach
    void open() {
        directories = SpillDirectories.open(List.of(root), Long.MAX_VALUE);
        space = directories.space(Blocks.OWNER);
    }

    @AfterEach
    void close() {
        directories.close();
    }

    private long allocated() {
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    @Test
    void aBlockCostsNothing() throws IOException {
        SpillFile file = space.create("run");
        try (BlockWriter writer = file.write()) {
            writer.append(bytes, 0, bytes.length, 1, 0);
            long before = allocated();
            for (int i = 0; i < BLOCKS; i++) {
                writer.append(bytes, 0, bytes.length, 1, 0);
            }
            assertThat(allocated() - before)
                    .as("with the index of the file, twice 16 bytes for each")
                    .isLessThan(BLOCKS * 64);
            writer.finish();
        }
        try (BlockReader reader = file.read(0)) {
            reader.next(bytes, 0);
            long before = allocated();
            for (int i = 0; i < BLOCKS; i++) {
                reader.next(bytes, 0);
            }
            assertThat(allocated() - before).isLessThan(BLOCKS * 16);
        }
    }

    /** The first pages load classes. */
    @Test
    void aRecordCostsNothing() throws IOException {
        try (Spool spool = new Spool(space, "spool", 64 << 10)) {
            spool.add(bytes, 0, bytes.length);
            long before = allocated();
            for (int i = 0; i < RECORDS; i++) {
                spool.add(bytes, 0, 20);
            }
            assertThat(allocated() - before).isLessThan(RECORDS);
            try (RecordReader reader = spool.read(0)) {
                assertThat(reader.next()).isTrue();
                before = allocated();
                long sum = 0;
                while (reader.next()) {
                    sum += reader.length();
                }
                assertThat(allocated() - before).isLessThan(RECORDS);
                assertThat(sum).isEqualTo(20L * RECORDS);
            }
        }
    }
}
