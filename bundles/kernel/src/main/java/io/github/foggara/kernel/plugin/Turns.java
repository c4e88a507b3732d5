package io.github.foggara.kernel.plugin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who works on something that one after the other owns: whoever comes next can wait until all that began before it has ended, though its
 * owner is long gone. Nothing here blocks. Thread-safe.
 *
 * @param <K> what is owned
 */
public final class Turns<K> {
    private final Map<K, Turn> newest = new HashMap<>();

    /** The owner from now on; it is a user of its own turn until it releases it. */
    public synchronized Turn next(K key) {
        Turn turn = new Turn(key, newest.get(key));
        newest.put(key, turn);
        return turn;
    }

    /** Whether somebody works on it, or may. */
    public synchronized boolean taken(K key) {
        return newest.containsKey(key);
    }

    /** One owner's time, which lasts until its last piece of work has ended. */
    public final class Turn {
        private final K key;
        private Turn before;
        private Turn after;
        private int users = 1;
        private List<Runnable> waiting = new ArrayList<>();

        private Turn(K key, Turn before) {
            this.key = key;
            this.before = before;
            if (before != null) {
                before.after = this;
            }
        }

        /** One more user; said by one who is. Each ends by one {@link #release}. */
        public void use() {
            synchronized (Turns.this) {
                users++;
            }
        }

        public void release() {
            List<Runnable> told;
            synchronized (Turns.this) {
                users--;
                told = over();
            }
            told.forEach(Runnable::run);
        }

        /** Whether nothing of earlier turns runs any more. */
        public boolean alone() {
            synchronized (Turns.this) {
                return before == null;
            }
        }

        /**
         * @param action run once, when nothing of earlier turns runs any more; on the thread that ends it or on this one, and only enqueues
         */
        public void whenAlone(Runnable action) {
            synchronized (Turns.this) {
                if (before != null) {
                    waiting.add(action);
                    return;
                }
            }
            action.run();
        }

        /** Those who wait for this one and for all before it; an owner may end before the one before it does. */
        private List<Runnable> over() {
            List<Runnable> told = new ArrayList<>();
            Turn turn = this;
            while (turn != null && turn.users == 0 && turn.before == null) {
                Turn following = turn.after;
                if (following == null) {
                    newest.remove(turn.key, turn);
                } else {
                    following.before = null;
                    told.addAll(following.waiting);
                    following.waiting = List.of();
                }
                turn = following;
            }
            return told;
        }
    }
}
