package io.github.foggara.checkpoint.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the disk of this machine. */
class RealDiskTest {
    @TempDir
    private Path directory;

    private Checkpoints checkpoints;

    @BeforeEach
    void open() {
        checkpoints = new Checkpoints(new NioCheckpointDisk(), directory);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(path -> !path.equals(directory))
                    .map(path -> directory.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void whatIsWhereIsAsDocumented() throws IOException {
        String pointer = checkpoints.complete(7).pointer();
        String run = Checkpoints.JOB.toString();
        assertThat(pointer).isEqualTo(checkpoints.folder(7).toString());
        assertThat(files())
                .containsExactly(
                        run, run + "/chk-7", run + "/chk-7/0-0-0", run + "/chk-7/0-1-0", run + "/chk-7/_metadata");
        checkpoints.storage().discard(7);
        assertThat(files()).isEmpty();
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsToldAndLeft() throws IOException {
        Path run = checkpoints.folder(1).getParent();
        Files.writeString(run, "no directory");
        assertThatThrownBy(() -> checkpoints.complete(1))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("A checkpoint cannot be written to " + checkpoints.folder(1))
                .hasMessageEndingWith(": " + run + " is no directory");
        assertThat(run).hasContent("no directory");
    }

    @Test
    void withoutPermissionItIsToldAndNothingStays() throws IOException {
        checkpoints.complete(1);
        Path run = checkpoints.folder(1).getParent();
        assumeFalse(System.getProperty("user.name").equals("root"), "root may write anywhere");
        Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assertThatThrownBy(() -> checkpoints.complete(2))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no permission")
                    .hasMessageContaining("chk-2");
        } finally {
            Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertThat(checkpoints.whole()).containsExactly(1L);
    }

    /** As the superuser one may write anywhere, so the system's answer is given here. */
    @Test
    void whatTheSystemSaysIsPutIntoWords() {
        Path folder = checkpoints.folder(2);
        List<IOException> answers = List.of(
                new AccessDeniedException("/there"),
                new NoSuchFileException("/there"),
                new FileSystemException("/there", null, "No space left on device"),
                new IOException("Input/output error"));
        List<String> words = List.of(
                "no permission for /there", "/there is not there", "No space left on device", "Input/output error");
        CheckpointDisk disk = new NioCheckpointDisk();
        for (int i = 0; i < answers.size(); i++) {
            IOException answer = answers.get(i);
            CheckpointDisk refusing = (CheckpointDisk) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {CheckpointDisk.class}, (proxy, method, given) -> {
                        if (method.getName().equals("append")) {
                            throw answer;
                        }
                        return method.invoke(disk, given);
                    });
            assertThatThrownBy(() -> new Checkpoints(refusing, directory).complete(2))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(words.get(i))
                    .hasMessageContaining(folder.toString())
                    .hasCause(answer);
            assertThat(folder).doesNotExist();
        }
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsTold() throws IOException {
        Files.writeString(directory.resolve(Checkpoints.JOB.toString()), "x");
        assertThatThrownBy(() -> checkpoints.complete(2))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(Checkpoints.JOB.toString());
        assertThat(checkpoints.whole()).isEmpty();
    }

    @Test
    void aDirectoryThatWentIsMadeAgain() throws IOException {
        checkpoints.complete(1);
        checkpoints.storage().discard(1);
        Files.delete(directory);
        checkpoints.complete(2);
        assertThat(checkpoints.whole()).containsExactly(2L);
    }

    @Test
    void aPartThatWentKeepsTheCheckpointFromBeingComplete() throws IOException {
        checkpoints.write(1, 0);
        Files.delete(checkpoints.folder(1).resolve("0-0-0"));
        assertThatThrownBy(() -> checkpoints.storage().complete(lacking())).hasMessageContaining("lacks its part");
        assertThat(files()).noneMatch(name -> name.endsWith("_metadata"));
    }

    private static CheckpointMetadata lacking() {
        var part = new StateHandle.InFile("chk-1/0-0-0", 0, 9, 0);
        return new CheckpointMetadata(
                Checkpoints.JOB,
                "job",
                1,
                0,
                CheckpointMetadata.Kind.CHECKPOINT,
                "",
                List.of(new CheckpointMetadata.Vertex("v", List.of("v"), 1, 1, Map.of("v", part), Map.of())));
    }

    @Test
    void filesOfOthersStay() throws IOException {
        checkpoints.complete(1);
        Path run = checkpoints.folder(1).getParent();
        Path mine = Files.writeString(run.resolve("notes.txt"), "mine");
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path theirs = Files.writeString(elsewhere.resolve("0-0-0"), "theirs");
        Files.createSymbolicLink(run.resolve("chk-2"), elsewhere);
        Files.createDirectory(run.resolve("chk-x"));
        checkpoints.storage().sweep(0);
        checkpoints.storage().discard(2);
        checkpoints.storage().discard(1);
        assertThat(mine).exists();
        assertThat(theirs).exists();
        assertThat(run.resolve("chk-x")).exists();
        assertThat(run.resolve("chk-2")).doesNotExist();
    }

    @Test
    void aFolderThatCannotBeDeletedDoesNotHideTheOthers() throws IOException {
        Checkpoints refused = new Checkpoints(refusing("delete", "chk-1"), directory);
        checkpoints.write(1, 0);
        checkpoints.write(2, 0);
        checkpoints.complete(3);
        Path temporary = Files.writeString(checkpoints.folder(3).resolve(".tmp-x"), "x");
        refused.storage().sweep(0);
        assertThat(checkpoints.folder(1)).exists();
        assertThat(checkpoints.folder(2)).doesNotExist();
        assertThat(temporary).doesNotExist();
        assertThat(checkpoints.whole()).containsExactly(3L);
    }

    /** Refuses what one method would do to what has that in its path. */
    private static CheckpointDisk refusing(String step, String place) {
        CheckpointDisk disk = new NioCheckpointDisk();
        return (CheckpointDisk) Proxy.newProxyInstance(
                RealDiskTest.class.getClassLoader(), new Class<?>[] {CheckpointDisk.class}, (proxy, method, given) -> {
                    if (method.getName().equals(step) && given[0].toString().contains(place)) {
                        throw new AccessDeniedException(given[0].toString());
                    }
                    try {
                        return method.invoke(disk, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** The checkpoint that is named lies in an archive, the run's own ones lie in directories. */
    @Test
    void aPointerMayLeadToAnotherFileSystem() throws IOException {
        URI archive = URI.create("jar:" + directory.resolve("archive.zip").toUri());
        try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
            Path folder = Files.createDirectory(zip.getPath("/chk-1"));
            Path metadata = Files.write(folder.resolve("_metadata"), new byte[] {1});
            for (Path named : List.of(folder, metadata)) {
                assertThatThrownBy(
                                () -> checkpoints.storage().load(named.toUri().toString()))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("/chk-1/_metadata");
            }
        }
    }

    @Test
    void theConfiguredDirectoryIsUsed() throws IOException {
        Path other = directory.resolve("other");
        String key = "execution.checkpointing.dir";
        for (String text : List.of(other.toString(), other.toUri().toString())) {
            CheckpointStorage storage = new DefaultCheckpointService()
                    .openStorage(new StorageContext(
                            Checkpoints.JOB, "job", directory, new Configuration(Map.of(key, text)), 1));
            try (CheckpointStorage.Writer writer = storage.writer(1, "a")) {
                writer.begin().write(new byte[30_000]);
                writer.end();
                writer.force();
            }
            Path file = other.resolve(Checkpoints.JOB + "/chk-1/a");
            assertThat(file).hasSize(30_000);
            storage.discard(1);
            assertThat(file).doesNotExist();
        }
        assertThatThrownBy(() -> new DefaultCheckpointService()
                        .openStorage(new StorageContext(
                                Checkpoints.JOB, "job", directory, new Configuration(Map.of(key, "nowhere://x/y")), 1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nowhere://x/y");
    }
}
