package io.github.foggara.connector.file.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.connector.file.FileSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each step of a checkpoint on the disk is the last one of its life, by an error or by the end of the process. */
class CheckpointCrashTest {
    @TempDir
    Path dir;

    private int run;

    /** One life: two parts of checkpoint 1, one of checkpoint 2, one at the end. */
    private final class Life {
        private final Path parent;
        private final Path target;
        private final SinkPlace place;
        private final FailingDisk disk = new FailingDisk();
        private FileSinkCommitter committer;
        private List<byte[]> first = List.of();

        Life() throws Exception {
            parent = Files.createDirectory(dir.resolve("run" + run++));
            target = parent.resolve("out");
            place = new SinkPlace();
            committer = new FileSinkCommitter(target, "txt", place, disk);
            committer.open();
        }

        private SinkWriter<String> writer(int subtask, int attempt) throws Exception {
            SinkWriter<String> writer = FileSink.lines(target).createWriter(place.attempt(subtask, attempt));
            writer.open();
            return writer;
        }

        /** What checkpoint 1 covers, and what was written after it by attempts that end with the life. */
        private void prepareFirst() throws Exception {
            SinkWriter<String> left = writer(0, 0);
            SinkWriter<String> right = writer(1, 0);
            left.write("one");
            right.write("two");
            first = new ArrayList<>(left.prepareCommit(1));
            first.addAll(right.prepareCommit(1));
            left.write("of nobody");
            left.prepareCommit(2);
            right.write("of nobody");
        }

        private void restored() throws Exception {
            committer = new FileSinkCommitter(target, "txt", place, disk);
            committer.restore(1, first);
            committer.commit(1, first);
        }

        /** To the natural end, with new attempts. */
        private List<byte[]> writeRest() throws Exception {
            SinkWriter<String> left = writer(0, 1);
            SinkWriter<String> right = writer(1, 1);
            left.write("three");
            committer.commit(3, left.prepareCommit(3));
            right.prepareCommit(3);
            right.write("four");
            List<byte[]> rest = new ArrayList<>(left.finish());
            rest.addAll(right.finish());
            left.close();
            right.close();
            return rest;
        }

        private void assertComplete() throws IOException {
            assertThat(new Disk().list(parent)).containsExactly("out");
            assertThat(new Disk().list(target))
                    .containsExactly(
                            "part-00000-000001.txt",
                            "part-00000-000003.txt",
                            "part-00001-000001.txt",
                            "part-00001.txt");
            assertThat(target.resolve("part-00000-000001.txt")).hasContent("one\n");
            assertThat(target.resolve("part-00001-000001.txt")).hasContent("two\n");
            assertThat(target.resolve("part-00000-000003.txt")).hasContent("three\n");
            assertThat(target.resolve("part-00001.txt")).hasContent("four\n");
        }

        /** Nothing but whole parts is ever seen. */
        private void assertOnlyWholeParts() throws IOException {
            if (Files.exists(target)) {
                for (String name : new Disk().list(target)) {
                    assertThat(target.resolve(name)).content().isIn("one\n", "two\n", "three\n", "four\n");
                }
            }
        }
    }

    private interface Step {
        void run(Life life) throws Exception;
    }

    /** Runs the action with each step as the last one, then what follows. */
    private int cutOffAtEachStep(Step before, Step action, Step after) throws Exception {
        int steps = 0;
        while (true) {
            Life life = new Life();
            before.run(life);
            life.disk.failAfter(steps);
            boolean done = false;
            try {
                action.run(life);
                done = true;
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("planted").hasMessageContaining("'" + life.target + "'");
            }
            life.disk.failAfter(Integer.MAX_VALUE);
            life.assertOnlyWholeParts();
            after.run(life);
            life.assertComplete();
            if (done) {
                return steps;
            }
            steps++;
        }
    }

    private static void end(Life life) throws Exception {
        List<byte[]> rest = life.writeRest();
        life.committer.prepare(rest);
        life.committer.commit(rest);
    }

    @Test
    void aCommitCutOffAtAnyStepIsDoneByTheNextLife() throws Exception {
        int steps = cutOffAtEachStep(Life::prepareFirst, life -> life.committer.commit(1, life.first), life -> {
            life.restored();
            end(life);
        });
        assertThat(steps).as("mark, make the target, two renames, each synced").isGreaterThanOrEqualTo(8);
    }

    @Test
    void aCommitCutOffAtAnyStepCanBeRepeatedInItsLife() throws Exception {
        cutOffAtEachStep(Life::prepareFirst, life -> life.committer.commit(1, life.first), life -> {
            life.committer.commit(1, life.first);
            end(life);
        });
    }

    @Test
    void restoringCutOffAtAnyStepCanBeRepeated() throws Exception {
        for (boolean published : new boolean[] {false, true}) {
            Step before = life -> {
                life.prepareFirst();
                if (published) {
                    life.committer.commit(1, life.first);
                }
                life.committer.suspend();
                life.committer = new FileSinkCommitter(life.target, "txt", life.place, life.disk);
            };
            int steps = cutOffAtEachStep(before, life -> life.committer.restore(1, life.first), life -> {
                life.committer.suspend();
                life.restored();
                end(life);
            });
            assertThat(steps).isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void theEndCutOffAtAnyStepIsDoneByTheNextLife() throws Exception {
        List<List<byte[]>> rest = new ArrayList<>();
        Step before = life -> {
            life.prepareFirst();
            life.committer.commit(1, life.first);
            life.restored();
            rest.clear();
            rest.add(life.writeRest());
        };
        int steps = cutOffAtEachStep(
                before,
                life -> {
                    life.committer.prepare(rest.get(0));
                    life.committer.commit(rest.get(0));
                },
                life -> new FileSinkCommitter(life.target, "txt", life.place, new Disk()).commit(rest.get(0)));
        assertThat(steps).as("seal, rename, remove").isGreaterThanOrEqualTo(9);
    }

    /** The barrier's part is either whole under its name or not there. */
    @Test
    void aBarrierCutOffAtAnyStepLeavesNothingThatIsTaken() throws Exception {
        for (int step = 0; step < 2; step++) {
            Life life = new Life();
            FailingDisk disk = new FailingDisk();
            FileSinkWriter<String> writer =
                    new FileSinkWriter<>(life.target, new LinePartFormat(), life.place.attempt(0, 0), disk);
            writer.open();
            writer.write("lost");
            disk.failAfter(step);
            assertThatThrownBy(() -> writer.prepareCommit(1)).hasMessage("planted");
            writer.close();
            life.committer.suspend();
            life.committer = new FileSinkCommitter(life.target, "txt", life.place, life.disk);
            life.committer.restore(0, List.of());
            assertThat(new Disk().list(life.place.working(life.target))).containsExactly(DirectoryLock.FILE);
            life.committer.abort();
            assertThat(new Disk().list(life.parent)).isEmpty();
        }
    }
}
