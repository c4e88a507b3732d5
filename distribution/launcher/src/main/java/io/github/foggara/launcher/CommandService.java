package io.github.foggara.launcher;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceListener;
import org.osgi.framework.ServiceReference;

/** Finds what bundles offer to the launcher: JDK function types with the property {@code foggara.command}. */
final class CommandService {
    private CommandService() {}

    /** Waits for the service; the caller states as {@code T} what the property promises. */
    static <T> Optional<T> await(BundleContext context, Class<?> type, String command, Duration patience)
            throws InterruptedException {
        String filter = "(&(objectClass=" + type.getName() + ")(foggara.command=" + command + "))";
        CountDownLatch arrived = new CountDownLatch(1);
        ServiceListener listener = event -> {
            if (event.getType() != ServiceEvent.UNREGISTERING) {
                arrived.countDown();
            }
        };
        try {
            context.addServiceListener(listener, filter);
            try {
                Optional<T> found = find(context, type, filter);
                if (found.isPresent() || !arrived.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                    return found;
                }
                return find(context, type, filter);
            } finally {
                context.removeServiceListener(listener);
            }
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException(e);
        } catch (IllegalStateException e) {
            return Optional.empty(); // the framework is going down
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> Optional<T> find(BundleContext context, Class<?> type, String filter)
            throws InvalidSyntaxException {
        ServiceReference<?>[] references = context.getServiceReferences(type.getName(), filter);
        return references == null ? Optional.empty() : Optional.ofNullable((T) context.getService(references[0]));
    }
}
