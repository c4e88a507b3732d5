package io.github.foggara.kernel.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Which subtasks of two vertices are connected.
 *
 * <p>Pointwise with {@code p} producers and {@code c} consumers: if there are at least as many consumers, consumer {@code
 * j} belongs to producer {@code floor(j*p/c)}, and producer {@code i} reaches {@code [ceil(i*c/p), ceil((i+1)*c/p))}, which
 * is the inverse; otherwise the same with the roles exchanged. So shares differ by at most one, and equal parallelism is
 * subtask {@code i} to subtask {@code i}.
 */
public record Wiring(PlanEdge.Pattern pattern, int producers, int consumers) {

    /** One channel of a consumer: queue {@code subpartition} of producer {@code producer}. */
    public record Link(int producer, int subpartition) {}

    /** Number of channels of the whole edge. */
    long channels() {
        return pattern == PlanEdge.Pattern.ALL_TO_ALL ? (long) producers * consumers : Math.max(producers, consumers);
    }

    /** How many consumers this producer reaches: the number of its queues. From 1. */
    public int subpartitions(int producer) {
        if (pattern == PlanEdge.Pattern.ALL_TO_ALL) {
            return consumers;
        }
        return producers >= consumers ? 1 : start(producer + 1, consumers, producers) - firstConsumer(producer);
    }

    /** The consumer that reads queue 0 of this producer; the following queues belong to the following consumers. */
    public int firstConsumer(int producer) {
        if (pattern == PlanEdge.Pattern.ALL_TO_ALL) {
            return 0;
        }
        return producers >= consumers ? share(producer, consumers, producers) : start(producer, consumers, producers);
    }

    /** The channels of a consumer, by producer. */
    public List<Link> links(int consumer) {
        List<Link> links = new ArrayList<>();
        if (pattern == PlanEdge.Pattern.ALL_TO_ALL) {
            for (int producer = 0; producer < producers; producer++) {
                links.add(new Link(producer, consumer));
            }
        } else if (producers >= consumers) {
            int end = start(consumer + 1, producers, consumers);
            for (int producer = start(consumer, producers, consumers); producer < end; producer++) {
                links.add(new Link(producer, 0));
            }
        } else {
            int producer = share(consumer, producers, consumers);
            links.add(new Link(producer, consumer - firstConsumer(producer)));
        }
        return links;
    }

    private static int share(int index, int few, int many) {
        return (int) ((long) index * few / many);
    }

    private static int start(int index, int many, int few) {
        return (int) (((long) index * many + few - 1) / few);
    }
}
