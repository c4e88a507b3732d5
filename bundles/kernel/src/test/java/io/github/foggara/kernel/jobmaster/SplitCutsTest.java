package io.github.foggara.kernel.jobmaster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.TaskId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitCutsTest {
    private static final TaskId READER = new TaskId(0, 0);

    private final SplitLedger ledger = new SplitLedger();
    private final List<Integer> delivered = new ArrayList<>();
    private final List<Long> asked = new ArrayList<>();
    private final SplitCuts cuts = new SplitCuts(
            ledger, (task, splits, noMore) -> splits.forEach(split -> delivered.add((int) split[0])), asked::add);

    private void assign(int split) {
        List<byte[]> splits = List.of(new byte[] {(byte) split});
        ledger.add(READER, splits, false);
        cuts.assigned(READER, splits, false);
    }

    private List<Integer> ledger() {
        return ledger.of(READER).splits().stream().map(split -> (int) split[0]).toList();
    }

    @Test
    void whatIsAssignedAfterTheCutWaitsForTheBarriers() {
        assign(1);
        cuts.ask(7);
        assign(2);
        assertThat(cuts.answered(7)).isTrue();
        assign(3);
        assertThat(delivered).containsExactly(1, 2);
        cuts.triggered(7);
        assertThat(delivered).containsExactly(1, 2, 3);
        ledger.completed(7);
        assertThat(ledger()).containsExactly(3);
    }

    @Test
    void aCheckpointThatIsGivenUpCoversNothing() {
        assign(1);
        cuts.ask(7);
        cuts.answered(7);
        assign(2);
        cuts.givenUp(7);
        assertThat(delivered).containsExactly(1, 2);
        ledger.completed(7);
        assertThat(ledger()).containsExactly(1, 2);
    }

    @Test
    void oneCheckpointAtATime() {
        cuts.ask(7);
        cuts.ask(8);
        assertThat(asked).containsExactly(7L);
        cuts.answered(7);
        cuts.triggered(7);
        assertThat(asked).containsExactly(7L, 8L);
    }

    @Test
    void anAnswerThatComesTooLateIsNotWanted() {
        cuts.ask(7);
        cuts.ask(8);
        cuts.allGivenUp();
        assertThat(cuts.answered(7)).isFalse();
        assertThat(cuts.answered(8)).isFalse();
        assign(1);
        assertThat(delivered).containsExactly(1);
    }

    @Test
    void thatNoneFollowIsSaidToEveryAttempt() {
        ledger.add(READER, List.of(), true);
        cuts.ask(7);
        cuts.answered(7);
        cuts.triggered(7);
        ledger.completed(7);
        assertThat(ledger.of(READER).noMore()).isTrue();
    }

    /** Whatever comes in whatever order: no split is lost and none is doubled, by a reader's restart or by that of the whole job. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void noSplitIsLostOrDoubled(long first) {
        for (long seed = first * 100; seed < first * 100 + 100; seed++) {
            new World(seed).live(400);
        }
    }

    /** An enumerator, a reader, and what is on its way between them. */
    private static final class World {
        private record Cut(int enumerator, List<Integer> reader) {}

        private final long seed;
        private final Random random;
        private final SplitLedger ledger = new SplitLedger();
        private final SplitCuts cuts;
        /** From the coord thread: a split, or minus the id of a checkpoint whose state is given. */
        private final Deque<Integer> toMain = new ArrayDeque<>();
        /** To the task: the same, minus a checkpoint being its barrier. */
        private final Deque<Integer> toReader = new ArrayDeque<>();

        private final List<Integer> reader = new ArrayList<>();
        private final Map<Integer, Integer> enumeratorStates = new HashMap<>();
        private final Deque<Integer> untriggered = new ArrayDeque<>();
        private final Map<Integer, Cut> acknowledged = new HashMap<>();
        private int next;
        private int assigned;
        private int issued;
        private int completed;
        private Cut restorePoint = new Cut(0, List.of());

        World(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.cuts = new SplitCuts(
                    ledger, (task, splits, noMore) -> toReader.add(number(splits.get(0))), this::snapshot);
        }

        private static int number(byte[] split) {
            return (split[0] & 0xff) << 8 | split[1] & 0xff;
        }

        private void snapshot(long checkpoint) {
            enumeratorStates.put((int) checkpoint, next);
            toMain.add((int) -checkpoint);
        }

        void live(int steps) {
            for (int step = 0; step < steps; step++) {
                switch (random.nextInt(12)) {
                    case 0, 1, 2 -> toMain.add(next++);
                    case 3, 4, 5 -> onMain();
                    case 6, 7 -> onReader();
                    case 8 -> cuts.ask(++issued);
                    case 9 -> trigger();
                    case 10 -> complete();
                    default -> trouble();
                }
            }
        }

        private void onMain() {
            if (toMain.isEmpty()) {
                return;
            }
            int message = toMain.poll();
            if (message >= 0) {
                List<byte[]> splits = List.of(new byte[] {(byte) (message >> 8), (byte) message});
                assigned = message + 1;
                ledger.add(READER, splits, false);
                cuts.assigned(READER, splits, false);
            } else if (cuts.answered(-message)) {
                untriggered.add(-message);
            }
        }

        private void trigger() {
            if (!untriggered.isEmpty()) {
                int checkpoint = untriggered.poll();
                toReader.add(-checkpoint);
                cuts.triggered(checkpoint);
            }
        }

        private void onReader() {
            if (toReader.isEmpty()) {
                return;
            }
            int message = toReader.poll();
            if (message >= 0) {
                reader.add(message);
            } else {
                acknowledged.put(-message, new Cut(enumeratorStates.get(-message), List.copyOf(reader)));
            }
        }

        private void complete() {
            acknowledged.keySet().stream()
                    .filter(id -> id > completed)
                    .findAny()
                    .ifPresent(id -> {
                        restorePoint = acknowledged.get(id);
                        completed = id;
                        ledger.completed(id);
                        List<Integer> whole = new ArrayList<>();
                        for (int split = 0; split < restorePoint.enumerator(); split++) {
                            whole.add(split);
                        }
                        assertThat(restorePoint.reader())
                                .as("seed %d, checkpoint %d", seed, id)
                                .containsExactlyElementsOf(whole);
                    });
        }

        private void trouble() {
            if (random.nextBoolean() && issued > 0) {
                int checkpoint = 1 + random.nextInt(issued);
                if (checkpoint > completed && !acknowledged.containsKey(checkpoint)) {
                    untriggered.remove(checkpoint);
                    cuts.givenUp(checkpoint);
                    toReader.remove(-checkpoint);
                }
            } else if (random.nextInt(4) == 0) {
                restartReader();
            }
        }

        /** What was under way is given up, then the reader begins again from the newest one. */
        private void restartReader() {
            cuts.allGivenUp();
            untriggered.clear();
            acknowledged.clear();
            toReader.clear();
            reader.clear();
            reader.addAll(restorePoint.reader());
            ledger.of(READER).splits().forEach(split -> reader.add(number(split)));
            List<Integer> all = new ArrayList<>();
            for (int split = 0; split < assigned; split++) {
                all.add(split);
            }
            assertThat(reader).as("seed %d", seed).containsExactlyElementsOf(all);
        }
    }
}
