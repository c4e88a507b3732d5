package io.github.foggara.itests.word;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.function.Supplier;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * A service for jobs, in a bundle of its own. It breaks when its activator stops, before the framework unregisters it, as
 * services do that close a connection in {@code stop}.
 */
public final class WordService implements BundleActivator, Supplier<String> {
    private volatile boolean closed;

    @Override
    public void start(BundleContext context) {
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put("itest", "word");
        context.registerService(Supplier.class, this, properties);
    }

    @Override
    public void stop(BundleContext context) {
        closed = true;
    }

    @Override
    public String get() {
        if (closed) {
            throw new IllegalStateException("used after its bundle has stopped");
        }
        return "word";
    }
}
