package io.github.foggara.kernel.simulation;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.Kernel;
import io.github.foggara.kernel.fixture.TestStrategies;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Who runs a container: exchanges strategies by bundle and by configuration while failures happen, and may cancel the job. */
final class Operator {
    private static final int LOOKS = 300;

    private final EngineRuntime runtime;
    private final Witness witness;
    private final Kernel kernel;
    private final String job;
    private final Map<String, String> defaults;
    private final SplittableRandom random;
    private final Supplier<RestartBackoffStrategy> backoffs;
    private RestartBackoffStrategy backoff;
    private FailoverStrategy region;
    private int bundles;

    /**
     * @param defaults the file of options for all jobs. It is what changes, since other values in the configuration of a job that has
     *     just finished would run it again
     */
    Operator(
            EngineRuntime runtime,
            Witness witness,
            Kernel kernel,
            String job,
            Map<String, String> defaults,
            long seed,
            Supplier<RestartBackoffStrategy> backoffs) {
        this.runtime = runtime;
        this.witness = witness;
        this.kernel = kernel;
        this.job = job;
        this.defaults = defaults;
        this.random = new SplittableRandom(seed);
        this.backoffs = backoffs;
    }

    /** Deploys the strategies. */
    void begin() {
        kernel.plugins().register(FailoverStrategy.class, "full", "full/1", 0, TestStrategies.full());
        exchangeBackoff();
        exchangeRegion();
        kernel.plugins().register(RestartBackoffStrategy.class, "other", "other/1", 0, backoffs.get());
    }

    void swap(int times) {
        for (int i = 0; i < times; i++) {
            rest();
            switch (random.nextInt(4)) {
                case 0 -> exchangeBackoff();
                case 1 -> exchangeRegion();
                case 2 -> configure("failover.strategy", "full", "region");
                default -> configure("restart-strategy.type", "planned", "other");
            }
        }
    }

    void cancelAfter(int turns) {
        for (int i = 0; i < turns || kernel.jobs().job(job).isEmpty(); i++) {
            runtime.yieldPoint();
        }
        kernel.jobs().cancel(job);
        for (int i = 0; i < LOOKS; i++) {
            runtime.yieldPoint();
            if (kernel.jobs().job(job).orElseThrow().state() == JobStatus.CANCELLING) {
                witness.cancelling();
            }
        }
    }

    private void rest() {
        if (random.nextBoolean()) {
            runtime.newParker().parkNanos(random.nextLong(1_000_000_000));
        }
        for (int i = random.nextInt(150); i > 0; i--) {
            runtime.yieldPoint();
        }
    }

    /** Without a moment at which there is none: a job that fails then gives up. */
    private void exchangeBackoff() {
        RestartBackoffStrategy next = backoffs.get();
        kernel.plugins().register(RestartBackoffStrategy.class, "planned", "backoff/" + ++bundles, bundles, next);
        if (backoff != null) {
            kernel.plugins().unregister(RestartBackoffStrategy.class, "planned", backoff);
        }
        backoff = next;
    }

    /** Every second time there is none: the built-in one decides. */
    private void exchangeRegion() {
        if (region != null) {
            kernel.plugins().unregister(FailoverStrategy.class, "region", region);
            region = null;
        } else {
            region = TestStrategies.region();
            kernel.plugins().register(FailoverStrategy.class, "region", "region/" + ++bundles, 0, region);
        }
    }

    private void configure(String key, String one, String other) {
        defaults.merge(key, other, (now, o) -> now.equals(one) ? other : one);
        kernel.jobs().defaults(Map.copyOf(defaults));
    }
}
