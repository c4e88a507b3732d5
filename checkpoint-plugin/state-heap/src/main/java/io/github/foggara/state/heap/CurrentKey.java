package io.github.foggara.state.heap;

/** The key that all states of an operator speak of. Task thread. */
final class CurrentKey {
    private final String operator;
    /** Null while there is no key. */
    private KeyForm form;
    /** For {@code long} and {@code int}. */
    private long number;
    /** For others. */
    private Object object;

    CurrentKey(String operator) {
        this.operator = operator;
    }

    void set(Object key) {
        if (key instanceof Long value) {
            form = KeyForm.LONG;
            number = value;
        } else if (key instanceof String) {
            form = KeyForm.STRING;
            object = key;
        } else if (key instanceof Integer value) {
            form = KeyForm.INT;
            number = value;
        } else if (key != null) {
            form = KeyForm.OTHER;
            object = key;
        } else {
            throw new IllegalArgumentException("The key of a record is null in operator '" + operator + "'");
        }
    }

    void clear() {
        form = null;
        object = null;
    }

    /**
     * @throws IllegalStateException if there is none
     */
    KeyForm form() {
        if (form == null) {
            throw new IllegalStateException("Operator '" + operator + "' has no current key: state per key can be used"
                    + " only while a record is processed, not in open, endInput or finish");
        }
        return form;
    }

    long number() {
        return number;
    }

    Object object() {
        return object;
    }
}
