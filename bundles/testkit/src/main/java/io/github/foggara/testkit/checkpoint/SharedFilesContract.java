package io.github.foggara.testkit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.checkpoint.CheckpointCoordinator.End;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.StateHandle.InFile;
import io.github.foggara.api.execution.JobId;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a {@code CheckpointStorage} promises of files that several checkpoints point at. A suite extends {@link CheckpointStorageContract}. */
public abstract class SharedFilesContract extends StoredCheckpoints {
    private final Map<StateHandle, Integer> lengths = new HashMap<>();

    private StateHandle share(long id, String name) throws IOException {
        int length = MIDDLE + lengths.size();
        StateHandle handle = share(storage(), id, name, length);
        lengths.put(handle, length);
        return handle;
    }

    private Pointer complete(long id, Kind kind, StateHandle... handles) throws IOException {
        return storage().complete(metadata(job, id, kind, byNumber(handles)));
    }

    private Pointer complete(long id, StateHandle... handles) throws IOException {
        return complete(id, Kind.CHECKPOINT, handles);
    }

    private static Map<String, StateHandle> byNumber(StateHandle... handles) {
        Map<String, StateHandle> numbered = new HashMap<>();
        for (StateHandle handle : handles) {
            numbered.put("" + numbered.size(), handle);
        }
        return numbered;
    }

    private void assertThere(StateHandle... handles) throws IOException {
        for (StateHandle handle : handles) {
            assertThat(read(storage(), handle)).as("%s", handle).isEqualTo(bytes(lengths.get(handle)));
        }
    }

    private void assertGone(StateHandle... handles) {
        for (StateHandle handle : handles) {
            assertThatThrownBy(() -> read(storage(), handle)).as("%s", handle).isInstanceOf(IOException.class);
        }
    }

    @Test
    void severalCheckpointsPointAtASharedFile() throws IOException {
        StateHandle first = share(1, "0-0-0");
        StateHandle second = share(2, "0-0-0");
        complete(1, first);
        Pointer newer = complete(2, first, second);
        List<StateHandle> loaded = storage().load(newer.pointer()).handles();
        assertThat(loaded).containsExactlyInAnyOrder(first, second);
        assertThere(first, second);
    }

    @Test
    void isSharedWhatALaterCheckpointMayPointAt() throws IOException {
        CheckpointStorage storage = storage();
        assertThat(storage.isShared(share(1, "0-0-0"))).isTrue();
        assertThat(storage.isShared(share(storage, 1, "0-0-1", 100)))
                .as("small: in place")
                .isTrue();
        assertThat(storage.isShared(new StateHandle.Inline(new byte[0]))).isTrue();
        assertThat(storage.isShared(write(storage, 1, "0-0-0", MIDDLE))).isFalse();
        for (String file : List.of("/1.a", "../1.a", "shared/../chk-1/a", "chk-1/shared/1.a", "")) {
            assertThat(storage.isShared(new InFile(file, 0, 1, 0))).as(file).isFalse();
        }
    }

    @Test
    void smallSharedPartsStayInTheirHandles() throws IOException {
        assertThat(share(storage(), 1, "0-0-0", 100)).isInstanceOf(StateHandle.Inline.class);
    }

    @Test
    void withoutForceNothingSharedStays() throws IOException {
        StateHandle handle;
        try (CheckpointStorage.Writer writer = storage().shared(1, "0-0-0")) {
            writer.begin().write(bytes(MIDDLE));
            handle = writer.end();
        }
        assertThatThrownBy(() -> read(storage(), handle)).isInstanceOf(IOException.class);
        share(1, "0-0-0");
    }

    @Test
    void aSharedPartThatIsNotAsTheHandleSaysIsRefused() throws IOException {
        InFile part = (InFile) share(1, "0-0-0");
        String up = part.file().replaceFirst("[^/]*$", "../");
        for (InFile wrong : List.of(
                new InFile(part.file(), part.offset(), part.length(), part.crc32c() ^ 1),
                new InFile(part.file(), part.offset(), part.length() + 1, part.crc32c()),
                new InFile(part.file() + "0", part.offset(), part.length(), part.crc32c()),
                new InFile(up + part.file(), part.offset(), part.length(), part.crc32c()),
                new InFile("/shared/1.hostname", 0, 1, 0))) {
            assertThatThrownBy(() -> read(storage(), wrong))
                    .as("%s", wrong)
                    .isInstanceOf(DamagedCheckpointException.class);
        }
    }

    @Test
    void aWriterOfASharedFileHasAPlainName() {
        for (String name : List.of("", "../x", "a/b", "a\\b", "a b", "a\n")) {
            assertThatThrownBy(() -> storage().shared(1, name)).as(name).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aSharedFileIsThereAsLongAsACompletedCheckpointPointsAtIt() throws IOException {
        StateHandle first = share(1, "0-0-0");
        StateHandle second = share(1, "0-1-0");
        complete(1, first, second);
        storage().collect(1);
        complete(2, second);
        storage().collect(2);
        assertThere(first, second);
        storage().discard(1);
        storage().collect(2);
        assertGone(first);
        assertThere(second);
        complete(3);
        storage().discard(2);
        storage().collect(3);
        storage().collect(3);
        assertGone(second);
    }

    @Test
    void discardingAloneLeavesSharedFiles() throws IOException {
        StateHandle first = share(1, "0-0-0");
        complete(1, first);
        complete(2);
        storage().discard(1);
        assertThere(first);
    }

    /** Those under way point at nothing else. */
    @Test
    void whatWasWrittenAfterTheNewestRecordedOneStays() throws IOException {
        StateHandle old = share(2, "0-0-0");
        StateHandle given = share(3, "0-0-0");
        StateHandle young = share(5, "0-0-0");
        complete(4);
        storage().collect(4);
        assertGone(old, given);
        assertThere(young);
    }

    /** It may still be given up, and the older one under way be complete in its place. */
    @Test
    void whatIsStoredButNotRecordedIsNotTheNewest() throws IOException {
        complete(4);
        StateHandle ofOlder = share(5, "0-0-0");
        StateHandle ofNewer = share(6, "0-0-0");
        complete(6, ofNewer);
        storage().collect(4);
        assertThere(ofOlder, ofNewer);
        storage().discard(6);
        storage().collect(4);
        complete(5, ofOlder);
        assertThere(ofOlder, ofNewer);
    }

    @Test
    void savepointsKeepWhatTheyPointAt() throws IOException {
        StateHandle first = share(1, "0-0-0");
        StateHandle second = share(2, "0-0-0");
        complete(1, first);
        Pointer savepoint = complete(2, Kind.SAVEPOINT, first, second);
        complete(3);
        storage().discard(1);
        storage().discard(2);
        storage().collect(3);
        storage().sweep(0);
        assertThere(first, second);
        assertThat(storage().load(savepoint.pointer()).handles()).containsExactlyInAnyOrder(first, second);
    }

    /** Nobody knows what the damaged one points at. */
    @Test
    void nothingSharedGoesWhileACheckpointCannotBeRead() throws IOException {
        StateHandle first = share(1, "0-0-0");
        complete(1, first);
        Pointer damaged = complete(job, 2, Kind.CHECKPOINT);
        complete(3);
        harm(damaged, Harm.METADATA_CHANGED);
        storage().discard(1);
        storage().collect(3);
        storage().sweep(0);
        assertThere(first);
        storage().discard(2);
        storage().collect(3);
        assertGone(first);
    }

    @Test
    void nothingSharedGoesWhileCheckpointsCannotBeReadForNow() throws IOException {
        StateHandle first = share(1, "0-0-0");
        StateHandle second = share(2, "0-0-0");
        complete(2, second);
        troubled(true);
        assertThatThrownBy(() -> storage().collect(2))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(DamagedCheckpointException.class);
        troubled(false);
        assertThere(first, second);
        storage().collect(2);
        assertGone(first);
        assertThere(second);
    }

    /** As when the user has deleted a savepoint, or it is one of another run that this one began from. */
    @Test
    void nothingSharedGoesIfTheNewestRecordedOneIsNotThere() throws IOException {
        StateHandle first = share(1, "0-0-0");
        complete(1);
        storage().collect(0);
        storage().collect(2);
        assertThere(first);
    }

    @Test
    void sweepingRemovesWhatNoCompletedOnePointsAtFromAnIdOn() throws IOException {
        StateHandle needed = share(1, "0-0-0");
        StateHandle old = share(2, "0-0-0");
        StateHandle young = share(5, "0-0-0");
        complete(3, needed);
        storage().sweep(5);
        assertThere(needed, old);
        assertGone(young);
        storage().sweep(0);
        assertThere(needed);
        assertGone(old);
    }

    @Test
    void anotherRunReadsSharedFilesAndLeavesThem() throws IOException {
        StateHandle first = share(1, "0-0-0");
        Pointer pointer = complete(2, first);
        JobId other = new JobId(12, job.low());
        CheckpointMetadata loaded = storage(other).load(pointer.pointer());
        StateHandle read = loaded.handles().get(0);
        assertThat(read(storage(other), read)).isEqualTo(bytes(lengths.get(first)));
        assertThat(storage(other).isShared(read)).as("of another run").isFalse();
        complete(other, 3, Kind.CHECKPOINT);
        storage(other).collect(3);
        storage(other).sweep(0);
        service().release(place(other), End.FINISHED);
        assertThere(first);
        assertThat(read(storage(other), read)).isEqualTo(bytes(lengths.get(first)));
    }

    /** A run that begins from its savepoint reads what that points at. */
    @Test
    void aRunThatHasFinishedLeavesWhatItsSavepointsPointAt() throws IOException {
        StateHandle kept = share(1, "0-0-0");
        StateHandle gone = share(2, "0-0-0");
        StateHandle incomplete = share(5, "0-0-0");
        Pointer savepoint = complete(3, Kind.SAVEPOINT, kept);
        complete(4, kept, gone);
        JobId other = new JobId(12, job.low());
        for (int i = 0; i < 2; i++) {
            service().release(place(job), End.FINISHED);
            assertThere(kept);
            assertGone(gone, incomplete);
            StateHandle read =
                    storage(other).load(savepoint.pointer()).handles().get(0);
            assertThat(read(storage(other), read)).isEqualTo(bytes(lengths.get(kept)));
        }
    }
}
