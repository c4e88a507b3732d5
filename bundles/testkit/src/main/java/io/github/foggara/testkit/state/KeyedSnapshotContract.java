package io.github.foggara.testkit.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.testkit.state.StateModel.States;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A snapshot is the state at one moment, whatever happens to the state while it is written. */
abstract class KeyedSnapshotContract extends KeyedStateContract {
    private static final Grouping GROUPING = new Grouping();

    private static Predicate<Object> in(KeyGroupRange range) {
        return key -> range.contains(GROUPING.group(key));
    }

    @Test
    void aSnapshotIsTheStateWhenItWasTaken() throws Exception {
        for (int seed = 0; seed < 6; seed++) {
            Random random = new Random(seed);
            StateModel model = new StateModel();
            States states = States.of(keyed());
            model.change(states, random, random.nextInt(6_000), key -> true);
            StateModel then = model.copy();
            try (KeyedSnapshot snapshot = states.backend().snapshot()) {
                model.change(states, random, random.nextInt(6_000), key -> true);
                checkRestored(then, write(snapshot, TYPES));
            }
            model.check(states, key -> true);
        }
    }

    private void checkRestored(StateModel expected, Written written) throws Exception {
        KeyedStateBackend restored = keyed();
        States states = States.of(restored);
        restore(restored, ALL, written);
        expected.check(states, key -> true);
    }

    /** Each snapshot may share with the one before, and with what was changed since. */
    @Test
    void oneSnapshotAfterTheOther() throws Exception {
        for (int seed = 0; seed < 4; seed++) {
            Random random = new Random(seed);
            StateModel model = new StateModel();
            States states = States.of(keyed());
            for (int round = 0; round < 5; round++) {
                model.change(states, random, 1_000, key -> true);
                StateModel then = model.copy();
                try (KeyedSnapshot snapshot = states.backend().snapshot()) {
                    model.change(states, random, 300, key -> true);
                    if (random.nextBoolean()) {
                        checkRestored(then, write(snapshot, TYPES));
                    }
                }
            }
            model.check(states, key -> true);
        }
    }

    @Test
    void theTaskGoesOnWhileASnapshotIsWritten() throws Exception {
        for (int seed = 0; seed < 6; seed++) {
            Random random = new Random(seed);
            StateModel model = new StateModel();
            States states = States.of(keyed());
            model.change(states, random, 5_000, key -> true);
            StateModel then = model.copy();
            try (KeyedSnapshot snapshot = states.backend().snapshot()) {
                Future<Written> writing = onIo(() -> writeHere(snapshot, TYPES, () -> {}));
                while (!writing.isDone()) {
                    model.change(states, random, 50, key -> true);
                }
                checkRestored(then, result(writing));
            }
            model.check(states, key -> true);
        }
    }

    /** What the writer holds when it has begun must not change any more. */
    @Test
    void changesBetweenTwoKeyGroupsDoNotShow() throws Exception {
        for (int seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            StateModel model = new StateModel();
            States states = States.of(keyed());
            model.change(states, random, 5_000, key -> true);
            StateModel then = model.copy();
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch changed = new CountDownLatch(1);
            try (KeyedSnapshot snapshot = states.backend().snapshot()) {
                Future<Written> writing = onIo(() -> writeHere(snapshot, TYPES, () -> {
                    begun.countDown();
                    await(changed);
                }));
                await(begun);
                model.change(states, random, 5_000, key -> true);
                changed.countDown();
                checkRestored(then, result(writing));
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    void keyGroupsComeInOrderAndOnlyThoseThatHoldSomething() throws Exception {
        KeyedStateBackend backend = keyed();
        var state = backend.state(NUMBER);
        List<Integer> expected = new ArrayList<>();
        for (long key = 0; expected.size() < 5; key++) {
            int group = GROUPING.group(key);
            if (group % 3 == 0) {
                backend.currentKey(key);
                state.update(key);
                if (!expected.contains(group)) {
                    expected.add(group);
                }
            }
            if (key > 10_000) {
                break;
            }
        }
        expected.sort(null);
        assertThat(written(backend).groups().keySet()).containsExactlyElementsOf(expected);
    }

    @Test
    void keyGroupsMoveBetweenSubtasks() throws Exception {
        Random random = new Random(5);
        StateModel model = new StateModel();
        States one = States.of(keyed());
        model.change(one, random, 8_000, key -> true);
        List<KeyGroupRange> thirds =
                List.of(new KeyGroupRange(0, 5), new KeyGroupRange(6, 10), new KeyGroupRange(11, GROUPS - 1));
        List<KeyGroupRange> halves = List.of(new KeyGroupRange(0, 7), new KeyGroupRange(8, GROUPS - 1));
        Written[] ofThree = move(model, random, thirds, written(one.backend()));
        Written[] ofTwo = move(model, random, halves, ofThree);
        move(model, random, List.of(ALL), ofTwo);
    }

    private Written[] move(StateModel model, Random random, List<KeyGroupRange> ranges, Written... from)
            throws Exception {
        Written[] to = new Written[ranges.size()];
        for (int i = 0; i < to.length; i++) {
            KeyGroupRange range = ranges.get(i);
            KeyedStateBackend backend = keyed(range);
            // Asking before and after are both allowed.
            if (i % 2 == 0) {
                States.of(backend);
            }
            restore(backend, range, from);
            States states = States.of(backend);
            model.check(states, in(range));
            model.change(states, random, 2_000, in(range));
            to[i] = written(backend);
            assertThat(to[i].groups().keySet()).allMatch(range::contains);
        }
        return to;
    }

    @Test
    void oneSnapshotAtATime() throws Exception {
        KeyedStateBackend backend = keyed();
        backend.state(NUMBER);
        backend.currentKey(1L);
        backend.state(NUMBER).update(1L);
        KeyedSnapshot first = backend.snapshot();
        assertThatThrownBy(backend::snapshot).isInstanceOf(IllegalStateException.class);
        first.close();
        first.close();
        assertThat(written(backend).groups()).hasSize(1);
    }

    @Test
    void whatIsGivenUpIsNotWritten() throws Exception {
        States states = States.of(keyed());
        new StateModel().change(states, new Random(1), 3_000, key -> true);
        KeyedSnapshot early = states.backend().snapshot();
        early.close();
        assertThatThrownBy(() -> writeHere(early, TYPES, () -> {})).isInstanceOf(IOException.class);
        KeyedSnapshot late = states.backend().snapshot();
        assertThatThrownBy(() -> result(onIo(() -> writeHere(late, TYPES, late::close))))
                .cause()
                .isInstanceOf(IOException.class);
    }

    @Test
    void anEmptySnapshotHasNoGroups() throws Exception {
        KeyedStateBackend backend = keyed();
        assertThat(written(backend).groups()).isEmpty();
        States.of(backend);
        assertThat(written(backend).groups()).isEmpty();
    }
}
