package io.github.foggara.testkit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.CheckpointStorage.Damaged;
import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.StateHandle.InFile;
import io.github.foggara.api.execution.JobId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * What a {@code CheckpointStorage} promises, here and in {@link SharedFilesContract}. What single bytes of a format do is tested beside it. A
 * plugin's suite:
 *
 * <pre>{@code
 * class FileCheckpointStorageTest extends CheckpointStorageContract {
 *     protected CheckpointService service() { return service; }
 *     protected Path directory() { return temporary; }
 *     protected void harm(Pointer checkpoint, Harm harm) { ...changes or deletes a file... }
 *     protected void troubled(boolean now) { disk.refusesToRead = now; }
 * }
 * }</pre>
 */
public abstract class CheckpointStorageContract extends SharedFilesContract {
    private static final int LARGE = 3_000_000;

    @Test
    void partsOfAnySizeComeBack() throws IOException {
        CheckpointStorage storage = storage();
        int[] lengths = {0, 1, 1000, MIDDLE, LARGE, 30_000};
        StateHandle[] handles = new StateHandle[lengths.length];
        try (CheckpointStorage.Writer writer = storage.writer(1, "0-0-0")) {
            for (int i = 0; i < lengths.length; i++) {
                byte[] bytes = bytes(lengths[i]);
                var part = writer.begin();
                int half = bytes.length / 2;
                part.write(bytes, 0, half);
                if (half < bytes.length) {
                    part.write(bytes[half]);
                    part.write(bytes, half + 1, bytes.length - half - 1);
                }
                handles[i] = writer.end();
                assertThat(handles[i].length()).isEqualTo(lengths[i]);
            }
            writer.force();
        }
        for (int i = 0; i < lengths.length; i++) {
            assertThat(read(storage(), handles[i])).isEqualTo(bytes(lengths[i]));
        }
    }

    @Test
    void smallPartsStayInTheirHandles() throws IOException {
        assertThat(write(storage(), 1, "0-0-0", 100)).isInstanceOf(StateHandle.Inline.class);
    }

    @Test
    void withoutForceNothingStays() throws IOException {
        StateHandle handle;
        try (CheckpointStorage.Writer writer = storage().writer(1, "0-0-0")) {
            writer.begin().write(bytes(MIDDLE));
            handle = writer.end();
        }
        assertThatThrownBy(() -> read(storage(), handle)).isInstanceOf(IOException.class);
        write(storage(), 1, "0-0-0", MIDDLE);
    }

    @Test
    void aPartThatIsNotAsTheHandleSaysIsRefused() throws IOException {
        CheckpointStorage storage = storage();
        InFile part = (InFile) write(storage, 1, "0-0-0", MIDDLE);
        List<InFile> wrong = List.of(
                new InFile(part.file(), part.offset(), part.length(), part.crc32c() ^ 1),
                new InFile(part.file(), part.offset() + 1, part.length() - 1, part.crc32c()),
                new InFile(part.file(), part.offset(), part.length() + 1, part.crc32c()),
                new InFile(part.file(), -1, part.length(), part.crc32c()),
                new InFile(part.file() + "0", part.offset(), part.length(), part.crc32c()),
                new InFile("../" + job + "/" + part.file(), part.offset(), part.length(), part.crc32c()),
                new InFile("../../secret", 0, 1, 0),
                new InFile("/etc/hostname", 0, 1, 0));
        for (InFile handle : wrong) {
            assertThatThrownBy(() -> read(storage, handle))
                    .as(handle.toString())
                    .isInstanceOf(DamagedCheckpointException.class);
        }
    }

    @Test
    void aWriterHasAPlainName() {
        for (String name : List.of("", "../x", "a/b", "a\\b", "a b", "a\n")) {
            assertThatThrownBy(() -> storage().writer(1, name)).as(name).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void whatIsCompleteIsListedAndLoaded() throws IOException {
        assertThat(listed(job)).isEmpty();
        Pointer third = complete(job, 3, Kind.CHECKPOINT);
        Pointer twelfth = complete(job, 12, Kind.CHECKPOINT);
        write(storage(), 13, "0-0-0", MIDDLE);
        assertThat(listed(job)).containsExactly(third, twelfth);
        assertThat(third.id()).isEqualTo(3);
        assertThat(third.timestampMillis()).isEqualTo(1_003);
        CheckpointMetadata loaded = storage().load(twelfth.pointer());
        assertThat(loaded.id()).isEqualTo(12);
        assertThat(read(storage(), loaded.coordinator("v").orElseThrow())).isEqualTo(bytes(MIDDLE));
    }

    @Test
    void anotherRunReadsIt() throws IOException {
        Pointer pointer = complete(job, 3, Kind.CHECKPOINT);
        JobId other = new JobId(12, job.low());
        CheckpointMetadata loaded = storage(other).load(pointer.pointer());
        assertThat(loaded.job()).isEqualTo(job);
        assertThat(read(storage(other), loaded.coordinator("v").orElseThrow())).isEqualTo(bytes(MIDDLE));
    }

    @Test
    void whatIsNotThereIsRefusedInWords() {
        assertThatThrownBy(() -> storage().load("chk-77"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("chk-77");
    }

    @Test
    void discardingIsIdempotentAndLeavesOthers() throws IOException {
        JobId other = new JobId(13, job.low());
        complete(other, 3, Kind.CHECKPOINT);
        complete(job, 3, Kind.CHECKPOINT);
        complete(job, 4, Kind.CHECKPOINT);
        write(storage(), 5, "0-0-0", MIDDLE);
        storage().discard(3);
        storage().discard(3);
        storage().discard(5);
        storage().discard(99);
        assertThat(listed(job)).extracting(Pointer::id).containsExactly(4L);
        assertThat(listed(other)).extracting(Pointer::id).containsExactly(3L);
    }

    @Test
    void savepointsAreTheUsers() throws IOException {
        Pointer savepoint = complete(job, 3, Kind.SAVEPOINT);
        storage().discard(3);
        storage().sweep(0);
        assertThat(listed(job)).containsExactly(savepoint);
        assertThat(storage().load(savepoint.pointer()).kind()).isEqualTo(Kind.SAVEPOINT);
    }

    @Test
    void sweepingRemovesWhatIsIncompleteFromAnIdOn() throws IOException {
        complete(job, 3, Kind.CHECKPOINT);
        StateHandle old = write(storage(), 4, "0-0-0", MIDDLE);
        StateHandle young = write(storage(), 5, "0-0-0", MIDDLE);
        storage().sweep(5);
        assertThat(read(storage(), old)).isNotEmpty();
        assertThatThrownBy(() -> read(storage(), young)).isInstanceOf(IOException.class);
        storage().sweep(0);
        assertThatThrownBy(() -> read(storage(), old)).isInstanceOf(IOException.class);
        assertThat(listed(job)).extracting(Pointer::id).containsExactly(3L);
    }

    @Test
    void damageIsToldAsSuchAndTheOlderOneStays() throws IOException {
        for (Harm harm : Harm.values()) {
            damaged(harm, new JobId(14 + harm.ordinal(), job.low()));
        }
    }

    private void damaged(Harm harm, JobId of) throws IOException {
        Pointer older = complete(of, 3, Kind.CHECKPOINT);
        Pointer newer = complete(of, 4, Kind.CHECKPOINT);
        harm(newer, harm);
        assertThatThrownBy(() -> readAll(of, newer)).as(harm.name()).isInstanceOf(DamagedCheckpointException.class);
        List<Long> told = new ArrayList<>();
        List<Pointer> completed = storage(of).completed(one -> told.add(one.id()));
        boolean partOnly = harm != Harm.METADATA_CHANGED && harm != Harm.METADATA_GONE;
        assertThat(completed).as(harm.name()).isEqualTo(partOnly ? List.of(older, newer) : List.of(older));
        assertThat(told).as(harm.name()).isEqualTo(harm == Harm.METADATA_CHANGED ? List.of(4L) : List.of());
        readAll(of, older);
        storage(of).discard(4);
        assertThat(listed(of)).containsExactly(older);
    }

    private void readAll(JobId of, Pointer pointer) throws IOException {
        CheckpointMetadata loaded = storage(of).load(pointer.pointer());
        assertThat(read(storage(of), loaded.coordinator("v").orElseThrow())).isEqualTo(bytes(MIDDLE));
        assertThat(read(storage(of), loaded.coordinator("s").orElseThrow())).isEqualTo(bytes(LONGER));
    }

    /** Whoever took it for damage would go on from an older checkpoint. */
    @Test
    void whatCannotBeReadForNowIsNoDamage() throws IOException {
        Pointer older = complete(job, 3, Kind.CHECKPOINT);
        Pointer newer = complete(job, 4, Kind.CHECKPOINT);
        StateHandle part = storage().load(newer.pointer()).coordinator("v").orElseThrow();
        List<Damaged> damaged = new ArrayList<>();
        troubled(true);
        for (ThrowingCallable reading : List.<ThrowingCallable>of(
                () -> storage().load(newer.pointer()),
                () -> read(storage(), part),
                () -> storage().completed(damaged::add))) {
            assertThatThrownBy(reading)
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(DamagedCheckpointException.class);
        }
        assertThat(damaged).isEmpty();
        troubled(false);
        assertThat(listed(job)).containsExactly(older, newer);
        readAll(job, newer);
    }

    /** By default a run that has finished needs no checkpoints. */
    @Test
    void aRunThatHasFinishedLeavesItsSavepoints() throws IOException {
        Pointer savepoint = complete(job, 3, Kind.SAVEPOINT);
        complete(job, 4, Kind.CHECKPOINT);
        harm(complete(job, 5, Kind.CHECKPOINT), Harm.METADATA_CHANGED);
        StateHandle incomplete = write(storage(), 6, "0-0-0", MIDDLE);
        JobId other = new JobId(30, job.low());
        Pointer others = complete(other, 4, Kind.CHECKPOINT);
        for (int i = 0; i < 2; i++) {
            service().release(place(job), CheckpointCoordinator.End.FINISHED);
            assertThat(listed(job)).containsExactly(savepoint);
            assertThatThrownBy(() -> read(storage(), incomplete)).isInstanceOf(IOException.class);
        }
        assertThat(listed(other)).containsExactly(others);
        service().release(place(new JobId(31, job.low())), CheckpointCoordinator.End.FINISHED);
    }
}
