package io.github.foggara.examples.partition;

import io.github.foggara.api.function.AggregateFunction;

/** Folds the requests of a service into its {@link Latencies}. What {@code add} returns counts, so it may be a new object where one is needed. */
final class LatencyAggregate implements AggregateFunction<Request, Latencies, ServiceLatency> {
    private static final long serialVersionUID = 1L;

    @Override
    public Latencies createAccumulator() {
        return Latencies.none();
    }

    @Override
    public Latencies add(Request request, Latencies latencies) {
        return latencies.with(request);
    }

    @Override
    public ServiceLatency result(Latencies latencies) {
        return ServiceLatency.of(latencies);
    }

    @Override
    public Latencies merge(Latencies left, Latencies right) {
        return left.plus(right);
    }
}
