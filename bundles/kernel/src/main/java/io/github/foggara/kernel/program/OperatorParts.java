package io.github.foggara.kernel.program;

import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.OperatorSpec.CollectionSpec;
import io.github.foggara.api.graph.OperatorSpec.FilterSpec;
import io.github.foggara.api.graph.OperatorSpec.FlatMapSpec;
import io.github.foggara.api.graph.OperatorSpec.KeyedProcessSpec;
import io.github.foggara.api.graph.OperatorSpec.KeyedReduceSpec;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.OperatorSpec.ProcessSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import java.util.LinkedHashMap;
import java.util.Map;

/** What of the user's stands in an operator. */
final class OperatorParts {
    private OperatorParts() {}

    /** Functions by what they are called in messages. */
    static Map<String, Object> functions(OperatorSpec spec) {
        Map<String, Object> functions = new LinkedHashMap<>();
        if (spec instanceof MapSpec map) {
            functions.put("function", map.function());
        } else if (spec instanceof FilterSpec filter) {
            functions.put("function", filter.function());
        } else if (spec instanceof FlatMapSpec flatMap) {
            functions.put("function", flatMap.function());
        } else if (spec instanceof ProcessSpec process) {
            functions.put("function", process.function());
        } else if (spec instanceof KeyedReduceSpec reduce) {
            functions.put("key selector", reduce.key());
            functions.put("function", reduce.function());
        } else if (spec instanceof KeyedProcessSpec process) {
            functions.put("key selector", process.key());
            functions.put("function", process.function());
        } else if (spec instanceof OperatorRef reference) {
            for (int i = 0; i < reference.functions().size(); i++) {
                functions.put("function " + i, reference.functions().get(i));
            }
        }
        return functions;
    }

    /** A source or a sink, else null. */
    static Object connector(OperatorSpec spec) {
        if (spec instanceof SourceSpec source) {
            return source.source();
        }
        return spec instanceof SinkSpec sink ? sink.sink() : null;
    }

    /** Everything in an operator that is neither a function nor a connector, as text. */
    static String parameters(OperatorSpec spec) {
        if (spec instanceof OperatorRef reference) {
            return reference.plugin() + ":" + reference.name() + new java.util.TreeMap<>(reference.parameters());
        }
        return spec instanceof CollectionSpec collection ? collection.records().size() + " records" : "none";
    }
}
