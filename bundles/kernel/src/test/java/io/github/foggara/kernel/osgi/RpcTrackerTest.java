package io.github.foggara.kernel.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.rpc.RpcService;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;

/** The events that a framework sends, in orders that bundles on several threads make of them. */
class RpcTrackerTest {
    private final Map<Object, RpcService> registry = new HashMap<>();
    private final Map<Object, Integer> rankings = new HashMap<>();
    private final List<Optional<RpcService>> told = new ArrayList<>();
    private final RpcTracker tracker = new RpcTracker(proxy(BundleContext.class, this::context), told::add);

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private Object context(Object self, java.lang.reflect.Method method, Object[] arguments) throws Exception {
        return switch (method.getName()) {
            case "getService" -> registry.get(arguments[0]);
            case "ungetService" -> true;
            case "createFilter" -> FrameworkUtil.createFilter((String) arguments[0]);
            default -> null;
        };
    }

    @SuppressWarnings("unchecked")
    private ServiceReference<RpcService> registered(RpcService service, int ranking) {
        ServiceReference<RpcService> made =
                proxy(ServiceReference.class, (self, method, arguments) -> switch (method.getName()) {
                    case "compareTo" -> rankings.get(self) - rankings.get(arguments[0]);
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> System.identityHashCode(self);
                    default -> null;
                });
        registry.put(made, service);
        rankings.put(made, ranking);
        return made;
    }

    private static RpcService service() {
        return proxy(RpcService.class, (self, method, arguments) -> switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> "a service";
        });
    }

    /** The framework holds neither of them for tracked before both have been seen here. */
    @Test
    void ofTwoThatComeAtOnceTheBetterIsUsed() {
        RpcService good = service();
        RpcService better = service();
        ServiceReference<RpcService> first = registered(better, 5);
        ServiceReference<RpcService> second = registered(good, 1);
        tracker.addingService(first);
        tracker.addingService(second);
        assertThat(told).containsExactly(Optional.of(better));
        tracker.removedService(first, better);
        tracker.removedService(second, good);
        assertThat(told).containsExactly(Optional.of(better), Optional.of(good), Optional.empty());
    }

    @Test
    void aChangedRankingCounts() {
        RpcService one = service();
        RpcService two = service();
        ServiceReference<RpcService> first = registered(one, 5);
        ServiceReference<RpcService> second = registered(two, 1);
        tracker.addingService(first);
        tracker.addingService(second);
        tracker.modifiedService(second, two);
        rankings.put(second, 9);
        tracker.modifiedService(second, two);
        assertThat(told).containsExactly(Optional.of(one), Optional.of(two));
    }
}
