package io.github.foggara.checkpoint.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.StateHandle.InFile;
import io.github.foggara.checkpoint.CheckpointOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shared files on the disk of this machine. */
class SharedDiskTest {
    @TempDir
    private Path directory;

    private Checkpoints checkpoints;
    private Path run;

    @BeforeEach
    void open() {
        checkpoints = new Checkpoints(
                new NioCheckpointDisk(), directory, Map.of(CheckpointOptions.INLINE_THRESHOLD.key(), "0 kb"));
        run = checkpoints.folder(1).getParent();
    }

    private StateHandle share(long id) throws IOException {
        try (CheckpointStorage.Writer writer = checkpoints.storage().shared(id, "0-0-0")) {
            writer.begin().write(SegmentTask.bytes(1));
            StateHandle handle = writer.end();
            writer.force();
            return handle;
        }
    }

    private Pointer complete(long id, StateHandle segment) throws IOException {
        return checkpoints.storage().complete(SharedRun.metadata(id, Kind.CHECKPOINT, Map.of(0, Map.of(1, segment))));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(Files::isRegularFile)
                    .map(path -> run.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void whatIsWhereIsAsDocumented() throws IOException {
        StateHandle segment = share(7);
        assertThat(segment).extracting(handle -> ((InFile) handle).file()).isEqualTo("shared/7.0-0-0");
        complete(7, segment);
        complete(8, segment);
        assertThat(files()).containsExactly("chk-7/_metadata", "chk-8/_metadata", "shared/7.0-0-0");
        checkpoints.storage().discard(7);
        checkpoints.storage().discard(8);
        checkpoints.storage().sweep(0);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aCheckpointPointsAtNothingElse() throws IOException {
        StateHandle own = share(3);
        String file = ((InFile) own).file();
        for (String wrong : List.of(
                "shared/4.0-0-0",
                "shared/0.a",
                "shared/a",
                "shared/.tmp-3.0-0-0",
                "shared/../chk-3/a",
                "chk-2/a",
                run.resolve(file).toString())) {
            assertThatThrownBy(() -> complete(3, new InFile(wrong, 0, own.length(), 0)))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(wrong);
        }
        Files.delete(run.resolve(file));
        assertThatThrownBy(() -> complete(3, own))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("lacks its part")
                .hasMessageContaining(file);
    }

    /** A directory of checkpoints may be copied; its shared files have to be beside them. */
    @Test
    void sharedFilesElsewhereAreReadBesideACheckpointOnly() throws IOException {
        StateHandle segment = share(1);
        complete(2, segment);
        Path elsewhere = directory.resolve("elsewhere");
        Files.createDirectories(elsewhere.resolve("shared"));
        Path copy = Files.copy(run.resolve("shared/1.0-0-0"), elsewhere.resolve("shared/1.0-0-0"));
        InFile forged = new InFile(copy.toString(), 0, segment.length(), ((InFile) segment).crc32c());
        assertThatThrownBy(() -> checkpoints.storage().read(forged))
                .isInstanceOf(DamagedCheckpointException.class)
                .hasMessageContaining("belongs to no complete checkpoint");
        Files.createDirectory(elsewhere.resolve("copied"));
        Files.copy(run.resolve("chk-2/_metadata"), elsewhere.resolve("copied/_metadata"));
        StateHandle loaded = checkpoints
                .storage()
                .load(elsewhere.resolve("copied").toString())
                .handles()
                .get(0);
        assertThat(loaded).isEqualTo(forged);
        try (InputStream in = checkpoints.storage().read(loaded)) {
            assertThat(in.readAllBytes()).isEqualTo(SegmentTask.bytes(1));
        }
    }

    @Test
    void filesOfOthersStay() throws IOException {
        share(1);
        Path notes = Files.writeString(run.resolve("shared/notes.txt"), "mine");
        Path elsewhere = Files.writeString(directory.resolve("0-0-0"), "theirs");
        Files.createSymbolicLink(run.resolve("shared/2.link"), elsewhere);
        complete(3, new StateHandle.Inline(SegmentTask.bytes(1)));
        checkpoints.storage().collect(3);
        assertThat(files()).containsExactly("../0-0-0", "chk-3/_metadata", "shared/notes.txt");
        checkpoints.storage().discard(3);
        checkpoints.storage().sweep(0);
        assertThat(notes).exists();
        assertThat(elsewhere).hasContent("theirs");
    }

    /** Its files are all gone, and other things of the run are not: no mount that is missing. */
    @Test
    void aSharedDirectoryThatWentIsDamage() throws IOException {
        StateHandle segment = share(1);
        complete(1, segment);
        Files.delete(run.resolve("shared/1.0-0-0"));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> checkpoints.storage().read(segment))
                    .isInstanceOf(DamagedCheckpointException.class)
                    .hasMessageContaining("shared/1.0-0-0");
            Files.deleteIfExists(run.resolve("shared"));
        }
    }
}
