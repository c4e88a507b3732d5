package io.github.foggara.shuffle.netty.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.testkit.runtime.ManualRuntime;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NettyShuffleComponentTest {
    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    @Test
    void aBadValueLeavesTheOnesBeforeInForce() {
        NettyShuffleComponent component = new NettyShuffleComponent(Map.of("shuffle.netty.threads", "3"));
        component.modified(Map.of("shuffle.netty.threads", "0"));
        ShuffleContext context = new ShuffleContext(Configuration.EMPTY, new ManualRuntime());
        try (ShuffleEnvironment environment = component.createEnvironment(context)) {
            assertThat(environment.location()).isEmpty();
        }
        assertThat(component.capabilities()).contains("reattach");
    }

    /** Loads everything but Java's own classes by itself, so what is missing there would be needed here. */
    @Test
    void aJobOfOneContainerNeedsNoNetty() throws Exception {
        try (URLClassLoader withoutNetty = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader())) {
            Class<?> component = withoutNetty.loadClass(NettyShuffleComponent.class.getName());
            Object made = component.getConstructor(Map.class).newInstance(Map.of());
            Class<?> context = withoutNetty.loadClass(ShuffleContext.class.getName());
            Class<?> runtime = withoutNetty.loadClass("io.github.foggara.api.runtime.EngineRuntime");
            Object configuration = withoutNetty
                    .loadClass(Configuration.class.getName())
                    .getField("EMPTY")
                    .get(null);
            Object given = context.getConstructor(configuration.getClass(), runtime)
                    .newInstance(
                            configuration,
                            withoutNetty
                                    .loadClass(ManualRuntime.class.getName())
                                    .getConstructor()
                                    .newInstance());
            Object environment =
                    component.getMethod("createEnvironment", context).invoke(made, given);
            environment.getClass().getMethod("bufferedBytes");
            assertThat(((AutoCloseable) environment)).isNotNull();
            ((AutoCloseable) environment).close();
        }
    }

    private static URL[] urls() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : CLASS_PATH.split(File.pathSeparator)) {
            if (!entry.contains("netty-") || entry.contains("classes")) {
                urls.add(new File(entry).toURI().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }
}
