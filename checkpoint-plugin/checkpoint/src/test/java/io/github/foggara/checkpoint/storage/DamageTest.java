package io.github.foggara.checkpoint.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files cut at every byte, and with every bit flipped. */
class DamageTest {
    private final SimulatedDisk disk = new SimulatedDisk(1, null);
    private final Checkpoints checkpoints = new Checkpoints(disk.as(CheckpointDisk.class), Path.of("checkpoints"));
    private Path metadata;

    @BeforeEach
    void two() throws IOException {
        checkpoints.complete(1);
        checkpoints.complete(2);
        metadata = checkpoints.folder(2).resolve("_metadata");
    }

    @Test
    void cutMetadataIsRefusedAndTheOlderOneOffered() throws IOException {
        byte[] bytes = disk.bytes(metadata);
        for (int length = 0; length < bytes.length; length++) {
            disk.replace(metadata, Arrays.copyOf(bytes, length));
            assertRefused("cut at " + length);
        }
        disk.replace(metadata, Arrays.copyOf(bytes, bytes.length + 1));
        assertRefused("one byte more");
        disk.replace(metadata, bytes);
        assertThat(checkpoints.whole()).containsExactly(1L, 2L);
    }

    @Test
    void everyBitOfTheMetadataCounts() throws IOException {
        byte[] bytes = disk.bytes(metadata);
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            disk.replace(metadata, flipped);
            assertThatThrownBy(() -> checkpoints.storage().load("chk-2"))
                    .as("bit " + bit)
                    .isInstanceOf(DamagedCheckpointException.class)
                    .hasMessageContaining(metadata.toString());
        }
        assertRefused("the last bit");
    }

    private void assertRefused(String how) throws IOException {
        assertThatThrownBy(() -> checkpoints.storage().load(metadata.getParent().toString()))
                .as(how)
                .isInstanceOf(DamagedCheckpointException.class)
                .hasMessageContaining(metadata.toString())
                .hasMessageContaining("damaged")
                .hasMessageContaining("older checkpoint");
        List<Long> damaged = new ArrayList<>();
        assertThat(checkpoints.storage().completed(one -> damaged.add(one.id())))
                .as(how)
                .extracting(Pointer::id)
                .containsExactly(1L);
        assertThat(damaged).as(how).containsExactly(2L);
    }

    @Test
    void aDamagedPartGivesNoByte() throws IOException {
        CheckpointStorage storage = checkpoints.storage();
        CheckpointMetadata loaded = storage.load("chk-2");
        StateHandle.InFile part = (StateHandle.InFile) loaded.vertices()
                .get(0)
                .subtasks()
                .get(0)
                .operators()
                .get("v")
                .keyed()
                .orElseThrow()
                .groups()
                .get(0)
                .bytes();
        Path file = checkpoints.folder(2).resolve("0-0-0");
        byte[] bytes = disk.bytes(file);
        for (int position = 0; position < bytes.length; position += 7) {
            byte[] flipped = bytes.clone();
            flipped[position] ^= (byte) (1 << position % 8);
            disk.replace(file, flipped);
            assertDamaged(storage, part, file);
            disk.replace(file, Arrays.copyOf(bytes, position));
            assertDamaged(storage, part, file);
        }
        disk.replace(file, bytes);
        try (var in = storage.read(part)) {
            assertThat(in.readAllBytes()).isEqualTo(bytes);
        }
    }

    private static void assertDamaged(CheckpointStorage storage, StateHandle part, Path file) {
        assertThatThrownBy(() -> storage.read(part))
                .isInstanceOf(DamagedCheckpointException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("damaged");
    }
}
