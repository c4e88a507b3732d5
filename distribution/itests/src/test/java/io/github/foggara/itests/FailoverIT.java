package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy.Answer;
import io.github.foggara.api.failover.RestartBackoffStrategy.Question;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.PaxExamExtension;
import java.time.Duration;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationAdmin;

/** Failover and back-off strategies are services; they come and go, and take new options, one by one. */
@ExtendWith(PaxExamExtension.class)
public class FailoverIT {
    private static final String PID = "foggara.recovery.failover";
    private static final String DELAY = "restart-strategy.fixed-delay.delay";

    @Inject
    BundleContext context;

    @Inject
    ConfigurationAdmin admin;

    @Test
    public void strategiesComeAndGoWithTheirBundle() throws Exception {
        Bundle bundle = new Inside(context).bundle("io.github.foggara.recovery.failover");
        for (int round = 0; round < 3; round++) {
            Eventually.get("failover", () -> names(FailoverStrategy.class), Set.of("full", "region")::equals);
            Eventually.get(
                    "back-off",
                    () -> names(RestartBackoffStrategy.class),
                    Set.of("none", "fixed-delay", "exponential-delay", "failure-rate")::equals);
            bundle.stop();
            assertThat(names(FailoverStrategy.class)).isEmpty();
            assertThat(names(RestartBackoffStrategy.class)).isEmpty();
            bundle.update();
            bundle.start();
        }
    }

    @Test
    public void newDefaultsDoNotReplaceTheService() throws Exception {
        ServiceReference<RestartBackoffStrategy> before = Eventually.get(
                        "fixed-delay", this::fixedDelay, Optional::isPresent)
                .orElseThrow();
        RestartBackoffStrategy strategy = context.getService(before);
        assertThat(delay(strategy)).isEqualTo(Duration.ofSeconds(1));
        var configuration = admin.getConfiguration(PID, "?");
        try {
            configuration.update(new Hashtable<>(Map.of(DELAY, "250 ms")));
            Eventually.get("the new delay", () -> delay(strategy), Duration.ofMillis(250)::equals);
            configuration.update(new Hashtable<>(Map.of(DELAY, "soon")));
            configuration.update(new Hashtable<>(Map.of(DELAY, "3 s")));
            Eventually.get("the newest delay", () -> delay(strategy), Duration.ofSeconds(3)::equals);
        } finally {
            configuration.delete();
        }
        Eventually.get("the delay without a configuration", () -> delay(strategy), Duration.ofSeconds(1)::equals);
        assertThat(fixedDelay()).contains(before);
        context.ungetService(before);
    }

    private <T> Set<Object> names(Class<T> type) throws InvalidSyntaxException {
        return context.getServiceReferences(type, null).stream()
                .map(reference -> reference.getProperty("foggara.plugin"))
                .collect(Collectors.toSet());
    }

    private Optional<ServiceReference<RestartBackoffStrategy>> fixedDelay() throws InvalidSyntaxException {
        return context.getServiceReferences(RestartBackoffStrategy.class, "(foggara.plugin=fixed-delay)").stream()
                .findFirst();
    }

    private static Duration delay(RestartBackoffStrategy strategy) {
        Failure failure = new Failure(Optional.empty(), 0, FailureClass.ENVIRONMENT, 0, Optional.empty(), "it broke");
        Answer answer =
                strategy.decide(new Question(List.of(failure), FailoverHistory.NONE, 0, 0, Configuration.EMPTY));
        return ((Answer.Restart) answer).delay();
    }
}
