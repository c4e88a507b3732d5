package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.program.Program;

/** What one attempt has built from its program: functions nobody else has, and codecs for its thread. Task thread only. */
public interface Topology {
    JobGraph graph();

    /** Codec of the records that this operator emits. */
    RecordCodec<Object> codec(OperatorNode producer);

    /** A codec for records of any edge, for whichever thread uses it. Any thread. */
    RecordCodec<Object> newCodec();

    /** Types that state is written with. Any thread. */
    StateTypes stateTypes();

    /** The source behind records given by the program. */
    Source<?, ?> collection(OperatorNode node);

    /** Builds the topology of one attempt. */
    @FunctionalInterface
    interface Factory {
        /**
         * Calls the program on the calling thread.
         *
         * @throws io.github.foggara.api.job.JobDefinitionException if the program refuses, or builds another graph than
         *     the one that was submitted
         */
        Topology build(Program program, TaskDeployment deployment);
    }
}
