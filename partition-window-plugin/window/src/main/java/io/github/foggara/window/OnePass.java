package io.github.foggara.window;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** The records of one partition as a function sees them: once, and only while it is called. Task thread. */
final class OnePass implements Iterable<Object>, Iterator<Object> {
    /** Where they come from. */
    interface Records {
        /** Goes on to the next one; false at the end of the partition, also if asked again. */
        boolean advance() throws Exception;

        /** The one it went to. */
        Object record();
    }

    private final Records records;
    private final String operator;
    private final CallFailure failure;
    private boolean given;
    private boolean ahead;
    private boolean ended;
    private boolean over;

    /**
     * @param failure of the same call
     */
    OnePass(Records records, String operator, CallFailure failure) {
        this.records = records;
        this.operator = operator;
        this.failure = failure;
    }

    @Override
    public Iterator<Object> iterator() {
        check();
        if (given) {
            throw new IllegalStateException(
                    "A partition of operator '" + operator
                            + "' can be iterated once: it may be larger than memory. Keep what is needed a second time, or use two operators");
        }
        given = true;
        return this;
    }

    @Override
    public boolean hasNext() {
        check();
        failure.check();
        if (!ahead && !ended) {
            try {
                ahead = records.advance();
            } catch (Throwable t) {
                throw failure.of(t);
            }
            ended = !ahead;
        }
        return ahead;
    }

    @Override
    public Object next() {
        if (!hasNext()) {
            throw new NoSuchElementException(
                    "The partition of operator '" + operator + "' has no more records: ask hasNext() before next()");
        }
        ahead = false;
        try {
            return records.record();
        } catch (Throwable t) {
            throw failure.of(t);
        }
    }

    /** The function has returned. */
    void end() {
        over = true;
    }

    private void check() {
        if (over) {
            throw new IllegalStateException("A partition of operator '" + operator
                    + "' was asked for records after its function had returned: use them during the call");
        }
    }
}
