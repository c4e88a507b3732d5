package io.github.foggara.kernel.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WiringTest {

    @Test
    void everyQueueHasExactlyOneReaderAndEverySubtaskIsConnected() {
        for (PlanEdge.Pattern pattern : PlanEdge.Pattern.values()) {
            for (int producers = 1; producers <= 24; producers++) {
                for (int consumers = 1; consumers <= 24; consumers++) {
                    check(new Wiring(pattern, producers, consumers));
                }
            }
        }
    }

    private static void check(Wiring wiring) {
        Set<Wiring.Link> read = new HashSet<>();
        for (int consumer = 0; consumer < wiring.consumers(); consumer++) {
            List<Wiring.Link> links = wiring.links(consumer);
            assertThat(links).as("%s consumer %d", wiring, consumer).isNotEmpty();
            for (Wiring.Link link : links) {
                assertThat(read.add(link))
                        .as("%s: %s is read once", wiring, link)
                        .isTrue();
                assertThat(link.subpartition()).isBetween(0, wiring.subpartitions(link.producer()) - 1);
                assertThat(wiring.firstConsumer(link.producer()) + link.subpartition())
                        .as("%s: queue order is consumer order", wiring)
                        .isEqualTo(consumer);
            }
        }
        int queues = 0;
        for (int producer = 0; producer < wiring.producers(); producer++) {
            assertThat(wiring.subpartitions(producer))
                    .as("%s producer %d", wiring, producer)
                    .isPositive();
            queues += wiring.subpartitions(producer);
        }
        assertThat(read).as("%s: no queue without a reader", wiring).hasSize(queues);
    }

    @Test
    void pointwiseSharesAreEvenAndAllToAllReachesAll() {
        Wiring up = new Wiring(PlanEdge.Pattern.POINTWISE, 2, 5);
        assertThat(List.of(up.subpartitions(0), up.subpartitions(1))).containsExactly(3, 2);
        Wiring down = new Wiring(PlanEdge.Pattern.POINTWISE, 5, 2);
        assertThat(down.links(0)).hasSize(3);
        assertThat(down.links(1)).hasSize(2);
        Wiring equal = new Wiring(PlanEdge.Pattern.POINTWISE, 3, 3);
        assertThat(equal.links(2)).containsExactly(new Wiring.Link(2, 0));
        Wiring all = new Wiring(PlanEdge.Pattern.ALL_TO_ALL, 2, 3);
        assertThat(all.links(1)).containsExactly(new Wiring.Link(0, 1), new Wiring.Link(1, 1));
    }

    @Test
    void largeParallelismDoesNotOverflow() {
        Wiring wiring = new Wiring(PlanEdge.Pattern.POINTWISE, 32768, 32767);
        assertThat(wiring.links(32766)).isNotEmpty();
        assertThat(wiring.firstConsumer(32767)).isEqualTo(32766);
    }
}
