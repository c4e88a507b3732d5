package io.github.foggara.api.sort;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Encodes and sorts as an operator would, only without one. */
final class Keys {
    private Keys() {}

    static SortCriterion by(String path, Order order) {
        return SortCriterion.field(path, order, NullOrder.AUTO);
    }

    static SortKeyEncoder encoder(Class<?> type, SortCriterion... criteria) {
        return SortKeyEncoder.of(type, List.of(criteria), List.of(), NullOrder.AUTO);
    }

    static <T, K> SortKeyEncoder selecting(Class<T> type, KeySelector<T, K> selector, Order order) {
        SortCriterion criterion = SortCriterion.selector(0, order, NullOrder.AUTO);
        return SortKeyEncoder.of(type, List.of(criterion), List.of(selector), NullOrder.AUTO);
    }

    static byte[] bytes(SortKeyEncoder encoder, Object record) {
        RecordOutput out = new RecordOutput(16);
        try {
            encoder.encode(record, out);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }

    static int compare(SortKeyEncoder encoder, Object left, Object right) {
        return Integer.signum(Arrays.compareUnsigned(bytes(encoder, left), bytes(encoder, right)));
    }

    static <T> List<T> sorted(SortKeyEncoder encoder, List<T> records) {
        List<T> sorted = new ArrayList<>(records);
        sorted.sort((a, b) -> compare(encoder, a, b));
        return sorted;
    }
}
