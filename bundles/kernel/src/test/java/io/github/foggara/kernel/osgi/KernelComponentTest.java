package io.github.foggara.kernel.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.ClusterService;
import io.github.foggara.api.client.JobService;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.Version;
import org.osgi.service.cm.ManagedService;

/** A container of a cluster whose engine fails when half of it is there, in a framework without other bundles. */
@Timeout(60)
class KernelComponentTest {
    @TempDir
    Path directory;

    private record Published(Object type, Object service) {}

    private final List<Published> published = new ArrayList<>();
    private Class<?> refused = Object.class;
    private KernelComponent component;

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private Object context(Object self, Method method, Object[] arguments) throws Exception {
        return switch (method.getName()) {
            case "getProperty" ->
                switch ((String) arguments[0]) {
                    case "foggara.role" -> "jobmaster";
                    case KernelComponent.DATA -> directory.toString();
                    default -> null;
                };
            case "getBundle" ->
                proxy(
                        Bundle.class,
                        (bundle, asked, none) -> asked.getName().equals("getVersion") ? Version.emptyVersion : null);
            case "getBundles" -> new Bundle[0];
            case "createFilter" -> FrameworkUtil.createFilter((String) arguments[0]);
            case "registerService" -> registered(new Published(arguments[0], arguments[1]));
            default -> null;
        };
    }

    private ServiceRegistration<?> registered(Published one) {
        if (one.type() == refused) {
            throw new IllegalStateException("no room for another service");
        }
        published.add(one);
        return proxy(ServiceRegistration.class, (self, method, arguments) -> {
            if (method.getName().equals("unregister")) {
                assertThat(published.remove(one)).as("it is unregistered once").isTrue();
            }
            return null;
        });
    }

    private <S> S only(Class<S> type) {
        List<Object> found = published.stream()
                .filter(one -> one.type() == type)
                .map(Published::service)
                .toList();
        assertThat(found).hasSize(1);
        return type.cast(found.get(0));
    }

    @AfterEach
    void close() {
        component.close();
        assertThat(published).isEmpty();
    }

    @Test
    void whatCouldNotBeginWaitsWithTheReasonAndBeginsLater() throws Exception {
        refused = ClusterService.class;
        component = new KernelComponent(proxy(BundleContext.class, this::context), Map.of());
        JobService waiting = only(JobService.class);
        ManagedService configuration = only(ManagedService.class);
        configuration.updated(new Hashtable<>(Map.of("security.secret-file", "/s", "jobmanager.rpc.port", "0")));
        assertThat(only(JobService.class)).isSameAs(waiting);
        assertThat(waiting.health())
                .singleElement()
                .asString()
                .contains("could not begin", "no room for another service");
        assertThat(published).hasSize(2);
        refused = Object.class;
        configuration.updated(new Hashtable<>(Map.of("security.secret-file", "/s", "jobmanager.rpc.port", "0")));
        assertThat(only(JobService.class)).isNotSameAs(waiting);
        configuration.updated(new Hashtable<>(Map.of("security.secret-file", "/s", "jobmanager.rpc.port", "1")));
    }
}
