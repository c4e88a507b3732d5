package io.github.foggara.kernel.program;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec.CollectionSpec;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.kernel.serialization.Codecs;
import io.github.foggara.kernel.serialization.TypeTable;

/** What one attempt has built from its program: functions nobody else has, and codecs for its thread. Task thread only. */
public final class AttemptGraph {
    private final JobGraph graph;
    private final TypeTable types;
    private final Codecs codecs;

    private AttemptGraph(BuiltGraph built) {
        this.graph = built.graph();
        this.types = built.types();
        this.codecs = new Codecs(types);
    }

    /** Calls the program on the calling thread; as {@link ProgramGraphs#build(Program, JobParameters, String)}. */
    public static AttemptGraph build(Program program, JobParameters parameters, String fingerprint) {
        return new AttemptGraph(ProgramGraphs.build(program, parameters, fingerprint));
    }

    public JobGraph graph() {
        return graph;
    }

    /** Codec of the records that an operator emits; a new one with each call. */
    @SuppressWarnings("unchecked")
    public RecordCodec<Object> codec(OperatorNode producer) {
        return codecs.codec((Class<Object>) producer.outputType(), producer.name());
    }

    /** The source behind records given by the program. */
    public Source<?, ?> collection(OperatorNode node) {
        return new CollectionSource(((CollectionSpec) node.spec()).records(), types);
    }
}
