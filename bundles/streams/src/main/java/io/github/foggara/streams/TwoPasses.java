package io.github.foggara.streams;

import io.github.foggara.api.function.Indexed;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.sort.SortSpec;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Draws what looks at all records before it emits the first: an operator that tells what it saw of its subtask, and one that reads the same
 * records in the same subtask, and what all subtasks of the former told.
 */
final class TwoPasses {
    private final PartitionOperators operators;
    private final OperatorDraft first;
    private final OperatorDraft second;

    private TwoPasses(GraphDraft draft, List<Input> inputs, String firstName, String secondName) {
        draft.checkOpen();
        // First, so that it names what the program knows.
        draft.atEnd(() -> checkRecords(draft, inputs));
        Input records = new Input(gathered(draft, inputs), new Partitioning.Forward());
        operators = new PartitionOperators(draft, List.of(records), null);
        first = operators.add(firstName, List.of());
        draft.types().output(first, byte[].class);
        second = operators.add(
                secondName, List.of(), List.of(records, new Input(first, new Partitioning.Broadcast(), 1)));
        first.requireParallelismOfInput();
        second.requireParallelismOfInput();
        first.belongTo(second);
        if (inputs.stream().noneMatch(input -> input.producer() == records.producer())) {
            records.producer().belongTo(second);
        }
    }

    private void checkRecords(GraphDraft draft, List<Input> inputs) {
        new PartitionOperators(draft, inputs, null).checkRecords(second);
    }

    /** What all records come from, by subtask. */
    private static OperatorDraft gathered(GraphDraft draft, List<Input> inputs) {
        Input only = inputs.get(0);
        if (inputs.size() == 1
                && (only.partitioning() == null || only.partitioning() instanceof Partitioning.Forward)) {
            return only.producer();
        }
        OperatorDraft gather = draft.add("gather", new OperatorSpec.MapSpec(new Same<>()), inputs);
        gather.followInput();
        gather.passOn();
        return gather;
    }

    /**
     * @param by says what the ranges are of
     * @return the operator that says where each of its records goes
     */
    static OperatorDraft range(GraphDraft draft, List<Input> inputs, Consumer<CriteriaDraft> by) {
        TwoPasses passes =
                new TwoPasses(draft, inputs, PartitionOperators.RANGE_SAMPLE, PartitionOperators.RANGE_ROUTE);
        passes.second.passOn();
        CriteriaDraft criteria = new CriteriaDraft(passes.operators, passes.second, "partitionByRange");
        by.accept(criteria);
        draft.atEnd(() -> passes.order(criteria));
        if (passes.operators.recordType() != null) {
            passes.order(criteria);
        }
        return passes.second;
    }

    private void order(CriteriaDraft criteria) {
        Map<String, String> parameters =
                new SortSpec(criteria.settle(operators.recordType()), SortSpec.ALL).parameters();
        first.spec(operators.reference(PartitionOperators.RANGE_SAMPLE, parameters, criteria.selectors()));
        second.spec(operators.reference(PartitionOperators.RANGE_ROUTE, parameters, criteria.selectors()));
    }

    /**
     * @return the operator whose records have numbers
     */
    static OperatorDraft index(GraphDraft draft, List<Input> inputs) {
        TwoPasses passes = new TwoPasses(draft, inputs, PartitionOperators.COUNT, PartitionOperators.INDEX);
        draft.types().output(passes.second, Indexed.class);
        return passes.second;
    }
}
