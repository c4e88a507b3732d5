package io.github.foggara.streams;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortCriterion;
import io.github.foggara.api.sort.SortKeyEncoder;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What an operator orders its records by, before the type of these need be known. */
final class CriteriaDraft {
    private final PartitionOperators operators;
    private final OperatorDraft operator;
    private final String method;
    private final List<KeySelector<?, ?>> selectors = new ArrayList<>();
    /** Each from the type of the records. */
    private final List<Function<Class<?>, SortCriterion>> criteria = new ArrayList<>();

    /**
     * @param method of the program, for messages
     */
    CriteriaDraft(PartitionOperators operators, OperatorDraft operator, String method) {
        this.operators = operators;
        this.operator = operator;
        this.method = method;
    }

    void by(int field, Order order, NullOrder nulls) {
        by(order, nulls, type -> SortCriterion.field(component(type, field), order, nulls));
    }

    void by(String path, Order order, NullOrder nulls) {
        if (path == null || path.isBlank()) {
            throw refusal("the component to order by is " + (path == null ? "null" : "empty") + "; name one, or give '"
                    + SortCriterion.WHOLE + "' for the whole record");
        }
        by(order, nulls, type -> SortCriterion.field(path, order, nulls));
    }

    void by(KeySelector<?, ?> selector, Order order, NullOrder nulls) {
        operators.readFor(operator.toString(), selector, KeySelector.class);
        selectors.add(selector);
        int index = operators.withKey(selectors).size() - 1;
        by(order, nulls, type -> SortCriterion.selector(index, order, nulls));
    }

    private void by(Order order, NullOrder nulls, Function<Class<?>, SortCriterion> criterion) {
        if (order == null || nulls == null) {
            throw refusal("the " + (order == null ? "order" : "order of nulls") + " is null; give "
                    + Arrays.toString(order == null ? Order.values() : NullOrder.values()));
        }
        criteria.add(criterion);
    }

    /** Those that criteria name, in order, without the key of the operator. */
    List<KeySelector<?, ?>> selectors() {
        return selectors;
    }

    /**
     * @param type of the records
     * @throws JobDefinitionException if such records have no such order
     */
    List<SortCriterion> settle(Class<?> type) {
        List<SortCriterion> all =
                criteria.stream().map(criterion -> criterion.apply(type)).toList();
        try {
            SortKeyEncoder.check(type, all, operators.withKey(selectors));
        } catch (IllegalArgumentException e) {
            throw new JobDefinitionException("Operator " + operator + ": " + e.getMessage(), e);
        }
        return all;
    }

    private String component(Class<?> type, int field) {
        if (!type.isRecord()) {
            throw refusal(method + "(" + field + ") needs a record class, whose components have an order; "
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

    JobDefinitionException refusal(String why) {
        return new JobDefinitionException("Operator " + operator + ": " + why);
    }
}
