package io.github.foggara.api.sort;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The order of records as Java has it, by reflection: what keys have to agree with. */
final class RecordOrder implements Comparator<Object> {
    private static final ClassValue<Method[]> ACCESSORS = new ClassValue<>() {
        @Override
        protected Method[] computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getAccessor)
                    .peek(accessor -> accessor.setAccessible(true))
                    .toArray(Method[]::new);
        }
    };

    private final List<SortCriterion> criteria;
    private final NullOrder standard;

    RecordOrder(List<SortCriterion> criteria, NullOrder standard) {
        this.criteria = criteria;
        this.standard = standard;
    }

    @Override
    public int compare(Object left, Object right) {
        for (SortCriterion criterion : criteria) {
            int result = compare(follow(left, criterion.path()), follow(right, criterion.path()), criterion);
            if (result != 0) {
                return Integer.signum(result);
            }
        }
        return 0;
    }

    @SuppressWarnings("unchecked")
    private int compare(Object leftOrNot, Object rightOrNot, SortCriterion criterion) {
        Object left = content(leftOrNot);
        Object right = content(rightOrNot);
        boolean up = criterion.order() == Order.ASCENDING;
        if (left == null || right == null) {
            NullOrder nulls = criterion.nulls() == NullOrder.AUTO ? standard : criterion.nulls();
            boolean first = nulls == NullOrder.AUTO ? up : nulls == NullOrder.FIRST;
            return left == right ? 0 : (left == null) == first ? -1 : 1;
        }
        if (left instanceof Record) {
            for (Method accessor : ACCESSORS.get(left.getClass())) {
                int result = compare(call(accessor, left), call(accessor, right), criterion);
                if (result != 0) {
                    return result;
                }
            }
            return 0;
        }
        int result = ((Comparable<Object>) left).compareTo(right);
        return up ? result : Integer.compare(0, result);
    }

    private static Object follow(Object record, String path) {
        Object value = record;
        if (path.equals(SortCriterion.WHOLE)) {
            return value;
        }
        for (String name : path.split("\\.")) {
            value = content(value);
            if (value == null) {
                return null;
            }
            for (Method accessor : ACCESSORS.get(value.getClass())) {
                if (accessor.getName().equals(name)) {
                    value = call(accessor, value);
                    break;
                }
            }
        }
        return value;
    }

    private static Object content(Object value) {
        return value instanceof Optional<?> optional ? optional.orElse(null) : value;
    }

    private static Object call(Method accessor, Object record) {
        try {
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
