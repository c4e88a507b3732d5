package io.github.foggara.streams;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortCriterion;
import io.github.foggara.api.sort.SortKeyEncoder;
import io.github.foggara.api.sort.SortSpec;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A sort while the program may still add to it. Checked as soon as the type of the records is known, at the latest at the end. */
final class SortDraft {
    private final PartitionOperators operators;
    private final OperatorDraft operator;
    private final List<KeySelector<?, ?>> selectors = new ArrayList<>();
    /** Each from the type of the records. */
    private final List<Function<Class<?>, SortCriterion>> criteria = new ArrayList<>();

    private long limit = SortSpec.ALL;

    SortDraft(PartitionOperators operators) {
        this.operators = operators;
        this.operator = operators.add(PartitionOperators.SORT, List.of());
        operator.passOn();
        // By then it is known, or refused.
        operators.draft().atEnd(() -> settle(operators.recordType()));
    }

    OperatorDraft operator() {
        return operator;
    }

    GraphDraft draft() {
        return operators.draft();
    }

    SortDraft by(int field, Order order, NullOrder nulls) {
        return by(order, nulls, type -> SortCriterion.field(component(type, field), order, nulls));
    }

    SortDraft by(String path, Order order, NullOrder nulls) {
        if (path == null || path.isBlank()) {
            throw refusal("the component to sort by is " + (path == null ? "null" : "empty") + "; name one, or give '"
                    + SortCriterion.WHOLE + "' for the whole record");
        }
        return by(order, nulls, type -> SortCriterion.field(path, order, nulls));
    }

    SortDraft by(KeySelector<?, ?> selector, Order order, NullOrder nulls) {
        draft().checkOpen();
        operators.readFor(operator.toString(), selector, KeySelector.class);
        selectors.add(selector);
        int index = operators.withKey(selectors).size() - 1;
        return by(order, nulls, type -> SortCriterion.selector(index, order, nulls));
    }

    void limit(long records) {
        checkUnread("first");
        if (records < 1) {
            throw refusal("first(" + records + ") wants no record; the limit is 1 or more");
        }
        limit = records;
        settleIfKnown();
    }

    /** Who reads the operator already would be surprised. */
    void checkUnread(String method) {
        draft().checkOpen();
        if (draft().isRead(operator)) {
            throw refusal(method + " changes it, but another operator reads it already. Call " + method
                    + " directly behind the sort");
        }
    }

    private SortDraft by(Order order, NullOrder nulls, Function<Class<?>, SortCriterion> criterion) {
        draft().checkOpen();
        if (order == null || nulls == null) {
            throw refusal("the " + (order == null ? "order" : "order of nulls") + " is null; give "
                    + Arrays.toString(order == null ? Order.values() : NullOrder.values()));
        }
        criteria.add(criterion);
        settleIfKnown();
        return this;
    }

    private void settleIfKnown() {
        Class<?> type = operators.recordType();
        if (type != null) {
            settle(type);
        }
    }

    private void settle(Class<?> type) {
        List<SortCriterion> all =
                criteria.stream().map(criterion -> criterion.apply(type)).toList();
        try {
            SortKeyEncoder.check(type, all, operators.withKey(selectors));
        } catch (IllegalArgumentException e) {
            throw new JobDefinitionException("Operator " + operator + ": " + e.getMessage(), e);
        }
        operator.spec(operators.reference(PartitionOperators.SORT, new SortSpec(all, limit).parameters(), selectors));
    }

    private String component(Class<?> type, int field) {
        if (!type.isRecord()) {
            throw refusal("sortPartition(" + field + ") needs a record class, whose components have an order; "
                    + type.getTypeName() + " is none. Name a component, give '" + SortCriterion.WHOLE
                    + "' for the whole, or a KeySelector");
        }
        RecordComponent[] components = type.getRecordComponents();
        if (field < 0 || field >= components.length) {
            throw refusal("there is no component " + field + " in the record " + type.getTypeName() + " of "
                    + components.length + " components, counted from 0: "
                    + Arrays.stream(components).map(RecordComponent::getName).collect(Collectors.joining(", ")));
        }
        return components[field].getName();
    }

    private JobDefinitionException refusal(String why) {
        return new JobDefinitionException("Operator " + operator + ": " + why);
    }
}
