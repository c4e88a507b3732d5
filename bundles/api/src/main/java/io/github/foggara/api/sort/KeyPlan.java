package io.github.foggara.api.sort;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.types.FunctionSignature;
import java.util.ArrayList;
import java.util.List;

/**
 * How the keys of some records are made: shared by all encoders of such keys. Holds no function of a program.
 *
 * @param part of a value of the type {@code Object}: the record
 */
record KeyPlan(KeyPart part, List<KeySlot> slots) {
    static KeyPlan of(Class<?> type, List<SortCriterion> criteria, List<?> functions, NullOrder standard) {
        List<KeySlot> slots = new ArrayList<>();
        KeyPart all = KeyPart.empty(Object.class);
        for (SortCriterion criterion : criteria) {
            KeyPart part = criterion.path() == null
                    ? selected(type, criterion, functions, standard, slots)
                    : component(type, criterion, standard, slots);
            all = all.then(part.as(Object.class));
        }
        return new KeyPlan(all, List.copyOf(slots));
    }

    private static KeyPart component(Class<?> type, SortCriterion criterion, NullOrder standard, List<KeySlot> slots) {
        String subject =
                "Records of the type " + type.getTypeName() + " cannot be sorted by '" + criterion.path() + "'";
        return KeyPath.part(type, criterion.path(), new KeyParts(KeyRules.of(subject, criterion, standard), slots));
    }

    private static KeyPart selected(
            Class<?> type, SortCriterion criterion, List<?> functions, NullOrder standard, List<KeySlot> slots) {
        FunctionSignature selector = selector(criterion, functions);
        String subject = "Records of the type " + type.getTypeName() + " cannot be sorted by the key of " + selector;
        return KeySelection.part(
                criterion.function(), selector, new KeyParts(KeyRules.of(subject, criterion, standard), slots));
    }

    static FunctionSignature selector(SortCriterion criterion, List<?> functions) {
        int index = criterion.function();
        if (index >= functions.size() || !(functions.get(index) instanceof KeySelector<?, ?> selector)) {
            throw new IllegalArgumentException("'" + criterion + "' names the function " + index + ", which is "
                    + (index < functions.size() ? "no KeySelector" : "not there: there are " + functions.size()));
        }
        return FunctionSignature.of(selector);
    }
}
