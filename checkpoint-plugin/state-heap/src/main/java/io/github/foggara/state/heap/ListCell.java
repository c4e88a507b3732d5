package io.github.foggara.state.heap;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;

/**
 * A growing list. A copy shares the array: what is appended to one of them later is beyond the end of the other, which is never appended
 * to again.
 */
final class ListCell {
    private static final int FIRST = 4;

    final int stamp;
    private Object[] elements;
    private int size;

    ListCell(int stamp, int capacity) {
        this.stamp = stamp;
        this.elements = new Object[Math.max(FIRST, capacity)];
    }

    private ListCell(int stamp, ListCell from) {
        this.stamp = stamp;
        this.elements = from.elements;
        this.size = from.size;
    }

    ListCell copy(int now) {
        return new ListCell(now, this);
    }

    void add(Object element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, 2 * size);
        }
        elements[size++] = element;
    }

    int size() {
        return size;
    }

    Object get(int index) {
        return elements[index];
    }

    /** As it is now, not to be changed. */
    List<Object> view() {
        Object[] seen = elements;
        int length = size;
        return new AbstractList<>() {
            @Override
            public Object get(int index) {
                return seen[java.util.Objects.checkIndex(index, length)];
            }

            @Override
            public int size() {
                return length;
            }
        };
    }
}
