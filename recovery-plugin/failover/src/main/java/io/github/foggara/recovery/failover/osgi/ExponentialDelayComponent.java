package io.github.foggara.recovery.failover.osgi;

import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.recovery.failover.ExponentialDelayBackoffStrategy;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;

/** The back-off strategy {@code exponential-delay} as a DS component. */
@Component(
        service = RestartBackoffStrategy.class,
        immediate = true,
        configurationPid = BackoffDefaults.PID,
        property = "foggara.plugin=" + ExponentialDelayBackoffStrategy.NAME)
public final class ExponentialDelayComponent extends BackoffComponent {
    @Activate
    public ExponentialDelayComponent(Map<String, Object> properties) {
        super(new ExponentialDelayBackoffStrategy(), properties);
    }

    /** New defaults, from the next failure on. */
    @Modified
    public void modified(Map<String, Object> properties) {
        replaceDefaults(properties);
    }
}
