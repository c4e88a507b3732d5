package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.Function;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.ScalarReduceFunction;
import io.github.foggara.api.graph.OperatorNode;
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
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.StreamEdge;
import io.github.foggara.kernel.gateway.OutputDescriptor;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.taskexecutor.Topology;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the chain of one attempt from its last operator to its first. Task thread, used once. */
public final class ChainBuilder {
    private static final List<Function> NONE = List.of();

    private final TaskDeployment deployment;
    private final Topology topology;
    private final ChainCode code;
    private final ChainContext chain;
    private final AttemptInfo info;
    private final Doorbell bell;
    private final Map<String, Link> operators = new LinkedHashMap<>();
    private final List<Link> ways = new ArrayList<>();
    /** Behind the operator that is being built. */
    private final List<DirectExit> directed = new ArrayList<>();

    public ChainBuilder(
            TaskDeployment deployment,
            Topology topology,
            ChainCode code,
            ChainContext chain,
            AttemptInfo info,
            Doorbell bell) {
        this.deployment = deployment;
        this.topology = topology;
        this.code = code;
        this.chain = chain;
        this.info = info;
        this.bell = bell;
    }

    /**
     * @throws IllegalStateException if deployment and graph do not fit: a bug of the JobMaster
     */
    public Chain build() {
        List<String> uids = deployment.chain();
        for (int i = uids.size() - 1; i >= 0; i--) {
            OperatorNode node = topology.graph().node(uids.get(i));
            operators.put(node.uid(), operator(node));
        }
        List<Link> inOrder = new ArrayList<>(operators.values());
        Collections.reverse(inOrder);
        Link head = inOrder.get(0);
        Map<String, SinkEnd> sinks = new LinkedHashMap<>();
        operators.forEach((uid, link) -> {
            if (link instanceof SinkEnd sink) {
                sinks.put(uid, sink);
            }
        });
        GatePump pump = null;
        if (!(head instanceof SourceHead)) {
            OperatorContext context = new OperatorContext(info, head.operator(), bell);
            LinkSetup setup = new LinkSetup(chain, context, null, head, null, null, NONE, null, null);
            pump = (GatePump) loop(uids.get(0) + " gate", PumpLink.class, setup);
        }
        return new Chain(chain, inOrder, ways, pump, sinks);
    }

    private Link operator(OperatorNode node) {
        OperatorState state = new OperatorState(
                info.state(),
                node.uid(),
                node.name(),
                node.spec() instanceof KeyedProcessSpec,
                KeyTypes.of(node.spec()));
        OperatorContext context = node.spec() instanceof OperatorRef
                ? new PluginContext(info, node, bell, state, topology, chain, begins(node))
                : new OperatorContext(info, node.name(), bell, state);
        directed.clear();
        Link next = node.spec() instanceof SinkSpec ? null : next(node);
        OperatorSpec spec =
                node.spec() instanceof CollectionSpec ? new SourceSpec(topology.collection(node)) : node.spec();
        LinkSetup setup = new LinkSetup(
                chain, context, spec, next, null, topology.codec(node), functions(spec), null, shared(node));
        if (spec instanceof SourceSpec) {
            return new SourceHead(setup, (PullLoop) loop(node.uid(), PullLink.class, setup));
        }
        Link link = code.link(node.uid(), template(spec), setup);
        if (link instanceof PluginLink plugin) {
            plugin.directs(List.copyOf(directed));
        }
        return link;
    }

    private boolean begins(OperatorNode node) {
        return deployment.chain().get(0).equals(node.uid());
    }

    /** Part of the code of the operator that stands beside its link. */
    private Object shared(OperatorNode node) {
        return node.spec() instanceof KeyedReduceSpec reduce
                        && reduce.function() instanceof ScalarReduceFunction<?> function
                ? code.part(node.uid(), ScalarReduceFunction.Code.class, function::newCode)
                : null;
    }

    /** A loop whose subtask is the only one is compiled with all behind it as constants. */
    private Link loop(String place, Class<? extends Link> template, LinkSetup setup) {
        return deployment.parallelism() == 1 ? ChainCode.only(template, setup) : code.link(place, template, setup);
    }

    private static Class<? extends Link> template(OperatorSpec spec) {
        if (spec instanceof MapSpec) {
            return MapLink.class;
        } else if (spec instanceof FilterSpec) {
            return FilterLink.class;
        } else if (spec instanceof FlatMapSpec) {
            return FlatMapLink.class;
        } else if (spec instanceof ProcessSpec) {
            return ProcessLink.class;
        } else if (spec instanceof KeyedProcessSpec) {
            return KeyedProcessLink.class;
        } else if (spec instanceof KeyedReduceSpec reduce) {
            return reduce.function() instanceof ScalarReduceFunction<?>
                    ? ScalarReduceLink.class
                    : KeyedReduceLink.class;
        } else if (spec instanceof SinkSpec) {
            return SinkLink.class;
        } else if (spec instanceof OperatorRef) {
            return OperatorLink.class;
        }
        throw new IllegalStateException("No link for " + spec);
    }

    private static List<? extends Function> functions(OperatorSpec spec) {
        if (spec instanceof MapSpec map) {
            return List.of(map.function());
        } else if (spec instanceof FilterSpec filter) {
            return List.of(filter.function());
        } else if (spec instanceof FlatMapSpec flatMap) {
            return List.of(flatMap.function());
        } else if (spec instanceof ProcessSpec process) {
            return List.of(process.function());
        } else if (spec instanceof KeyedProcessSpec process) {
            return List.of(process.key(), process.function());
        } else if (spec instanceof KeyedReduceSpec reduce) {
            return List.of(reduce.key(), reduce.function());
        }
        return NONE;
    }

    /** All ways on from an operator, as one link. */
    private Link next(OperatorNode node) {
        List<Link> targets = new ArrayList<>();
        List<StreamEdge> edges = topology.graph().edges();
        for (int i = 0; i < edges.size(); i++) {
            StreamEdge edge = edges.get(i);
            if (edge.from().equals(node.uid())) {
                Link within = operators.get(edge.to());
                targets.add(within != null ? within(within, edge) : exit(node, edge, i));
            }
        }
        if (targets.isEmpty()) {
            return way(node, "end", DiscardLink.class, null, null, null, NONE);
        }
        Link joined = targets.get(targets.size() - 1);
        for (int i = targets.size() - 2; i >= 0; i--) {
            joined = way(node, "fork " + i, ForkLink.class, targets.get(i), joined, null, NONE);
        }
        return joined;
    }

    private static Link within(Link target, StreamEdge edge) {
        target.input(edge.input());
        return target;
    }

    private Link exit(OperatorNode node, StreamEdge edge, int index) {
        for (int i = 0; i < deployment.outputs().size(); i++) {
            OutputDescriptor output = deployment.outputs().get(i);
            if (output.edge() == index) {
                return exit(node, edge, output, i);
            }
        }
        throw new IllegalStateException("The deployment of '" + deployment.vertexName()
                + "' has no output for the edge " + edge.from() + " -> " + edge.to());
    }

    @SuppressWarnings("unchecked")
    private Link exit(OperatorNode node, StreamEdge edge, OutputDescriptor output, int index) {
        KeySelector<Object, Object> key =
                edge.partitioning() instanceof Partitioning.Hash hash ? (KeySelector<Object, Object>) hash.key() : null;
        Exit exit = new Exit(
                chain.outputs().partition(index),
                deployment.attempt().subtask(),
                key,
                output.consumerParallelism(),
                deployment.maxParallelism());
        List<Function> functions = key == null ? NONE : List.of(key);
        Link way = way(node, "exit " + output.edge(), exitTemplate(edge.partitioning()), null, null, exit, functions);
        if (way instanceof DirectExit direct) {
            directed.add(direct);
        }
        return way;
    }

    private static Class<? extends Link> exitTemplate(Partitioning partitioning) {
        if (partitioning instanceof Partitioning.Hash) {
            return HashLink.class;
        } else if (partitioning instanceof Partitioning.Broadcast) {
            return BroadcastLink.class;
        } else if (partitioning instanceof Partitioning.Direct) {
            return DirectLink.class;
        } else if (partitioning instanceof Partitioning.Forward) {
            return ForwardLink.class;
        }
        return RoundRobinLink.class;
    }

    private Link way(
            OperatorNode node,
            String place,
            Class<? extends Link> template,
            Link next,
            Link second,
            Exit exit,
            List<? extends Function> functions) {
        OperatorContext context = new OperatorContext(info, node.name(), bell);
        LinkSetup setup =
                new LinkSetup(chain, context, node.spec(), next, second, topology.codec(node), functions, exit, null);
        Link link = code.link(node.uid() + ' ' + place, template, setup);
        ways.add(link);
        return link;
    }
}
