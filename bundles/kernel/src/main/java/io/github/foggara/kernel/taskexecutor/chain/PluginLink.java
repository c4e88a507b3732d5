package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.api.task.PullOperator;
import io.github.foggara.kernel.plugin.Lease;
import java.util.List;

/** Leases the provider of an operator for as long as the operator lives; what is not per record. */
abstract class PluginLink extends Link {
    /** Null before open. */
    protected Operator<Object, Object> operator;

    private final OperatorRef reference;
    /** Those of its ways out that ask it. */
    private List<DirectExit> directed = List.of();

    protected PluginLink(LinkSetup setup) {
        super(setup);
        reference = (OperatorRef) setup.spec();
    }

    /** Before it is opened. */
    final void directs(List<DirectExit> exits) {
        directed = exits;
    }

    @Override
    @SuppressWarnings("unchecked")
    protected void doOpen() throws Exception {
        Lease<OperatorProvider> lease = context()
                .info()
                .plugins()
                .lease(OperatorProvider.class, reference.plugin())
                .orElseThrow(() -> new IllegalStateException("There is no plugin '" + reference.plugin()
                        + "' that could make the operator '" + operator() + "': install its bundle"));
        context().hold(lease);
        PluginContext context = (PluginContext) context();
        Operator<Object, Object> made =
                (Operator<Object, Object>) lease.service().create(reference);
        if (made instanceof PullOperator) {
            context.requirePull();
        }
        directed.forEach(exit -> exit.directedBy(made));
        operator = made;
        operator.open(context);
    }

    @Override
    public boolean pulls() {
        return operator instanceof PullOperator;
    }

    @Override
    protected void doClose() throws Exception {
        if (operator != null) {
            operator.close();
        }
    }
}
