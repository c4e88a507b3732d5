package io.github.foggara.window;

import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.SortCriterion;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.types.RecordCodec;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which records a sort is asked for, and what it has done by that and cannot take back: records that were dropped, results that have left. The
 * state of a sort says it, so that another program is not given wrong results of what there is no more.
 *
 * @param order the criteria as text, selectors by their code and what they carry; empty if it is that of arrival
 * @param limit of each partition; {@link SortSpec#ALL} for all
 * @param dropped whether records were dropped that are behind the limit
 * @param left whether results have left
 */
record SortTerms(String order, long limit, boolean dropped, boolean left) {
    /** Of an operator that has done nothing. */
    static SortTerms of(OperatorRef reference, Configuration configuration, RecordCodec<Object> values) {
        SortSpec spec = SortSpec.of(reference.parameters());
        NullOrder nulls = configuration.get(WindowOptions.NULLS);
        String order = spec.criteria().stream()
                .map(criterion -> text(criterion, nulls, reference.functions(), values))
                .collect(Collectors.joining(", "));
        return new SortTerms(order, spec.limit(), false, false);
    }

    private static String text(
            SortCriterion criterion, NullOrder usual, List<Object> functions, RecordCodec<Object> values) {
        NullOrder nulls = criterion.nulls() == NullOrder.AUTO ? usual : criterion.nulls();
        String text = new SortCriterion(criterion.path(), criterion.function(), criterion.order(), nulls).text();
        return criterion.path() != null
                ? text
                : text + ' ' + SelectorText.of(functions.get(criterion.function()), values);
    }

    /** The same, when more was done. */
    SortTerms after(boolean alsoDropped, boolean alsoLeft) {
        return new SortTerms(order, limit, dropped || alsoDropped, left || alsoLeft);
    }

    /**
     * What another run that takes over goes on with.
     *
     * @throws IncompatibleStateException if what there is no more is asked for
     */
    SortTerms takenOverBy(SortTerms now, String operator) {
        boolean served = order.equals(now.order) && (left ? limit == now.limit : limit >= now.limit);
        if ((dropped || left) && !served) {
            throw new IncompatibleStateException("The state of operator '" + operator + "' is that of a sort for "
                    + words() + (left ? ", of which some have left" : ", and others were dropped")
                    + ". It cannot go on with " + now.words() + ": go on with those of then"
                    + (left ? "" : ", or fewer in the same order") + ", or "
                    + IncompatibleStateException.TO_DROP_IT);
        }
        return now.after(dropped, left);
    }

    private String words() {
        return (limit == SortSpec.ALL ? "all records" : "the first " + limit + " records")
                + (order.isEmpty() ? " in the order they came" : " in the order '" + order + "'");
    }
}
