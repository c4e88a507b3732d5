package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.Function;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.types.RecordCodec;
import java.util.List;

/**
 * What a link is made from.
 *
 * @param spec of the operator; of the producing operator for a way out
 * @param next where it emits, or the first of two; null for the end of a chain
 * @param second the second way of a fork, else null
 * @param codec of the records it copies or keeps: its output, or its input if it keeps those; null if it does neither
 * @param functions user functions in the order in which they are opened
 * @param exit the partition it writes, null within a chain
 * @param shared what all subtasks of an operator use besides the link's class; null for most
 */
record LinkSetup(
        ChainContext chain,
        OperatorContext context,
        OperatorSpec spec,
        Link next,
        Link second,
        RecordCodec<Object> codec,
        List<? extends Function> functions,
        Exit exit,
        Object shared) {}
