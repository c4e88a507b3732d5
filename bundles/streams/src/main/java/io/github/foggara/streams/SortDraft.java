package io.github.foggara.streams;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortSpec;
import java.util.List;

/** A sort while the program may still add to it. Checked as soon as the type of the records is known, at the latest at the end. */
final class SortDraft {
    private final PartitionOperators operators;
    private final OperatorDraft operator;
    private final CriteriaDraft criteria;
    private long limit = SortSpec.ALL;
    private boolean read;

    SortDraft(PartitionOperators operators) {
        this.operators = operators;
        this.operator = operators.add(PartitionOperators.SORT, List.of());
        this.criteria = new CriteriaDraft(operators, operator, "sortPartition");
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
        draft().checkOpen();
        criteria.by(field, order, nulls);
        return settleIfKnown();
    }

    SortDraft by(String path, Order order, NullOrder nulls) {
        draft().checkOpen();
        criteria.by(path, order, nulls);
        return settleIfKnown();
    }

    SortDraft by(KeySelector<?, ?> selector, Order order, NullOrder nulls) {
        draft().checkOpen();
        criteria.by(selector, order, nulls);
        return settleIfKnown();
    }

    /** Nothing changes the sort afterwards, and only what this call hands out reads it. */
    void limit(long records) {
        checkChangeable("first");
        if (records < 1) {
            throw criteria.refusal("first(" + records + ") wants no record; the limit is 1 or more");
        }
        limit = records;
        settleIfKnown();
    }

    /** Who reads the operator already would be surprised. */
    void checkChangeable(String method) {
        draft().checkOpen();
        checkUnlimited(method + " would change it for whatever reads it");
        if (read) {
            throw criteria.refusal(method + " changes it, but something reads it already. Call " + method
                    + " directly behind the sort");
        }
    }

    /** The sort without a limit gets a reader. */
    void read() {
        draft().checkOpen();
        checkUnlimited("what reads it here would not get all records");
        read = true;
    }

    private void checkUnlimited(String otherwise) {
        if (limit != SortSpec.ALL) {
            throw criteria.refusal("it has the limit of first(" + limit + ") already, so " + otherwise
                    + ". Go on with the stream that first returned, or call sortPartition again for a second reader");
        }
    }

    private SortDraft settleIfKnown() {
        Class<?> type = operators.recordType();
        if (type != null) {
            settle(type);
        }
        return this;
    }

    private void settle(Class<?> type) {
        SortSpec spec = new SortSpec(criteria.settle(type), limit);
        operator.spec(operators.reference(PartitionOperators.SORT, spec.parameters(), criteria.selectors()));
    }
}
