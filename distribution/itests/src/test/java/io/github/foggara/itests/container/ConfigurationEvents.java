package io.github.foggara.itests.container;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationListener;

/**
 * What Configuration Admin tells its listeners. It does so on one thread: each event to all of them before the next event to
 * the first.
 */
public final class ConfigurationEvents implements AutoCloseable {
    private static final String MARKER = "itests.marker";
    private static final long LIMIT_SECONDS = 30;

    private final BlockingQueue<ConfigurationEvent> events = new LinkedBlockingQueue<>();
    private final ServiceRegistration<ConfigurationListener> registration;

    /** Hears the events from now on. */
    public ConfigurationEvents(BundleContext context) {
        registration = context.registerService(ConfigurationListener.class, events::add, null);
    }

    /** Waits until the configuration was deleted; other listeners may not have heard of it yet. */
    public void awaitDeleted(String pid) throws InterruptedException {
        await(ConfigurationEvent.CM_DELETED, pid);
    }

    /** Waits until every listener has dealt with every event before this call. */
    public void awaitOthers(ConfigurationAdmin admin) throws Exception {
        Configuration marker = admin.getConfiguration(MARKER, null);
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put("for", "the order of events");
        marker.update(properties);
        await(ConfigurationEvent.CM_UPDATED, MARKER);
        marker.delete();
    }

    private void await(int type, String pid) throws InterruptedException {
        while (true) {
            ConfigurationEvent event = events.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (event == null) {
                throw new AssertionError("Within " + LIMIT_SECONDS + " s no event " + type + " of " + pid);
            }
            if (event.getType() == type && event.getPid().equals(pid)) {
                return;
            }
        }
    }

    @Override
    public void close() {
        registration.unregister();
    }
}
