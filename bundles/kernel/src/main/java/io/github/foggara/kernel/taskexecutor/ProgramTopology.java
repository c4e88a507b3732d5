package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec.CollectionSpec;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.program.BuiltGraph;
import io.github.foggara.kernel.program.CollectionSource;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramGraphs;
import io.github.foggara.kernel.serialization.Codecs;

/** The topology of a real program; refused if it is not the one that was submitted. */
public final class ProgramTopology implements Topology {
    private final BuiltGraph built;
    private final Codecs codecs;

    private ProgramTopology(BuiltGraph built) {
        this.built = built;
        this.codecs = new Codecs(built.types());
    }

    /** A {@link Topology.Factory}. */
    public static Topology build(Program program, TaskDeployment deployment) {
        return new ProgramTopology(ProgramGraphs.build(program, deployment.parameters(), deployment.fingerprint()));
    }

    @Override
    public JobGraph graph() {
        return built.graph();
    }

    @Override
    @SuppressWarnings("unchecked")
    public RecordCodec<Object> codec(OperatorNode producer) {
        return (RecordCodec<Object>) codecs.codec(producer.outputType(), producer.name());
    }

    @Override
    public RecordCodec<Object> newCodec() {
        return new Codecs(built.types()).codec(null);
    }

    @Override
    public StateTypes stateTypes() {
        return built.types().stateTypes();
    }

    @Override
    public Source<?, ?> collection(OperatorNode node) {
        return new CollectionSource(((CollectionSpec) node.spec()).records(), built.types());
    }
}
