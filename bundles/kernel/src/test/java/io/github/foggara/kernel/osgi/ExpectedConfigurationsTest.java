package io.github.foggara.kernel.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

class ExpectedConfigurationsTest {
    @TempDir
    Path conf;

    /** PIDs of Configuration Admin; null while it is not there. */
    private List<String> stored = List.of();

    private boolean adminFails;
    private final ExpectedConfigurations expected =
            new ExpectedConfigurations(proxy(BundleContext.class, (self, method, args) -> switch (method.getName()) {
                case "getProperty" -> conf.resolve("nothing") + ", " + conf;
                case "getServiceReference" -> stored == null ? null : proxy(ServiceReference.class, (r, m, a) -> null);
                case "getService" -> admin();
                case "ungetService" -> true;
                default -> throw new UnsupportedOperationException(method.getName());
            }));

    private ConfigurationAdmin admin() {
        return proxy(ConfigurationAdmin.class, (self, method, args) -> {
            assertThat(args).containsExactly("(service.factoryPid=foggara.job)");
            if (adminFails) {
                throw new IOException("disk");
            }
            return stored.isEmpty()
                    ? null
                    : stored.stream()
                            .map(pid -> proxy(Configuration.class, (c, m, a) -> pid))
                            .toArray(Configuration[]::new);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Test
    void nothingIsExpectedOfAJobWithoutFileAndConfiguration() throws IOException {
        stored = List.of("foggara.job~b");
        Files.createFile(conf.resolve("foggara.job-ab.cfg"));
        Files.createFile(conf.resolve("foggara.job-a.txt"));
        assertThat(expected.test("a")).isFalse();
        stored = List.of();
        assertThat(expected.test("b")).isFalse();
    }

    @Test
    void aFileIsExpectedToBeRead() throws IOException {
        Files.createFile(conf.resolve("foggara.job-a.cfg"));
        Files.createFile(conf.resolve("foggara.job-b-c.config"));
        assertThat(expected.test("a")).isTrue();
        assertThat(expected.test("b-c")).isTrue();
    }

    @Test
    void aStoredConfigurationIsExpectedToBeTold() {
        stored = List.of("foggara.job~x", "foggara.job~a");
        assertThat(expected.test("a")).isTrue();
    }

    @Test
    void whileConfigurationAdminDoesNotTellAnythingMayCome() {
        stored = null;
        assertThat(expected.test("a")).isTrue();
        stored = List.of();
        adminFails = true;
        assertThat(expected.test("a")).isTrue();
    }
}
