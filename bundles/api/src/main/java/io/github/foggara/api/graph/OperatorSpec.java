package io.github.foggara.api.graph;

import io.github.foggara.api.function.FilterFunction;
import io.github.foggara.api.function.FlatMapFunction;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.ProcessFunction;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.Source;
import java.util.List;
import java.util.Map;

/** What an operator does. The engine gives each chain code of its own for these, so they are data, not operators. */
public sealed interface OperatorSpec {
    record SourceSpec(Source<?, ?> source) implements OperatorSpec {}

    /** Records given by the program; encoded at submission, they travel as splits. */
    record CollectionSpec(List<?> records) implements OperatorSpec {
        public CollectionSpec {
            records = List.copyOf(records);
        }
    }

    record MapSpec(MapFunction<?, ?> function) implements OperatorSpec {}

    record FilterSpec(FilterFunction<?> function) implements OperatorSpec {}

    record FlatMapSpec(FlatMapFunction<?, ?> function) implements OperatorSpec {}

    record ProcessSpec(ProcessFunction<?, ?> function) implements OperatorSpec {}

    /** Rolling reduce per key; in BATCH mode only the last result of each key is emitted. */
    record KeyedReduceSpec(KeySelector<?, ?> key, ReduceFunction<?> function) implements OperatorSpec {}

    /** Called with the key of each record, which its state speaks of. */
    record KeyedProcessSpec(KeySelector<?, ?> key, KeyedProcessFunction<?, ?, ?> function) implements OperatorSpec {}

    record SinkSpec(Sink<?> sink) implements OperatorSpec {}

    /** An operator that a plugin's {@code OperatorProvider} makes; the plugin need not be there when the graph is built. */
    record OperatorRef(String plugin, String name, Map<String, String> parameters, List<Object> functions)
            implements OperatorSpec {
        public OperatorRef {
            parameters = Map.copyOf(parameters);
            functions = List.copyOf(functions);
        }
    }
}
