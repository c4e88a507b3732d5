package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.client.JobState;
import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.config.JobProperties;
import io.github.foggara.kernel.jobmaster.PendingCommit;
import io.github.foggara.kernel.program.ProgramId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunStoreTest {
    @TempDir
    Path root;

    private static final RunRecord RECORD = new RunRecord(
            new JobId(1, -2),
            new JobProperties("wört", Map.of("parallelism", "3"), Map.of("input", "日本")),
            Optional.of(new ProgramId("wört", "bundle/1", "abc")),
            JobState.RUNNING,
            Optional.of("why"),
            5,
            6,
            -1,
            7,
            Optional.of(new PendingCommit(
                    "finger", Map.of("counts", List.of(new byte[] {1, 2}, new byte[0]), "sink", List.of()))),
            List.of("line 1", "line 2"),
            List.of(new VertexInfo("v", 3, 2, 1, 10, 20)),
            8,
            9);

    @Test
    void whatIsSavedIsLoaded() throws Exception {
        RunStore store = new RunStore(root);
        assertThat(store.load("a")).isEmpty();
        store.save("a", RECORD);
        assertThat(store.load("a")).contains(RECORD);
        assertThat(new RunStore(root).load("a")).contains(RECORD);
        store.save("a", RECORD.beginning(12, new ProgramId("p", "b", "h")));
        assertThat(store.load("a").orElseThrow().nextAttempt()).isEqualTo(13);
        try (var files = Files.list(root.resolve("a"))) {
            assertThat(files.map(f -> f.getFileName().toString())).containsExactly("run");
        }
        store.delete("a");
        assertThat(root.resolve("a")).doesNotExist();
    }

    @Test
    void aRecordCutAnywhereIsRefused() {
        byte[] whole = RunRecordCodec.encode(RECORD);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> RunRecordCodec.decode(cut))
                    .as("cut at %d", length)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertThatThrownBy(() -> RunRecordCodec.decode(longer)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyFlippedBitIsFound() {
        byte[] whole = RunRecordCodec.encode(RECORD);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> RunRecordCodec.decode(flipped))
                    .as("bit %d", bit)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void damageIsToldWithFileAndRemedy() throws Exception {
        RunStore store = new RunStore(root);
        store.save("a", RECORD);
        Files.write(root.resolve("a").resolve("run"), new byte[] {1, 2, 3});
        assertThatThrownBy(() -> store.load("a"))
                .isInstanceOf(RunStore.DamagedRunException.class)
                .hasMessageContainingAll(root.resolve("a").resolve("run").toString(), "3 bytes", "job:start");
    }

    @Test
    void aLeftoverTemporaryFileIsHarmless() throws Exception {
        RunStore store = new RunStore(root);
        store.save("a", RECORD);
        Files.write(root.resolve("a").resolve("run.tmp"), new byte[] {1});
        assertThat(store.load("a")).contains(RECORD);
        store.save("a", RECORD);
        assertThat(root.resolve("a").resolve("run.tmp")).doesNotExist();
    }

    @Test
    void aNameIsNeverAPath() {
        RunStore store = new RunStore(root);
        for (String name : List.of("..", ".", "../a", "a/b", "a\\b", "", ".hidden", "a\0", "ä", "x".repeat(101))) {
            assertThatThrownBy(() -> store.save(name, RECORD))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("job name");
        }
        assertThat(root).isEmptyDirectory();
    }
}
