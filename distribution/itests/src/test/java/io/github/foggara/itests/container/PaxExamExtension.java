package io.github.foggara.itests.container;

import static org.ops4j.pax.exam.CoreOptions.bootDelegationPackages;
import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.ops4j.pax.exam.ExamSystem;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.TestAddress;
import org.ops4j.pax.exam.TestContainer;
import org.ops4j.pax.exam.TestContainerException;
import org.ops4j.pax.exam.TestProbeBuilder;
import org.ops4j.pax.exam.options.UrlProvisionOption;
import org.ops4j.pax.exam.spi.PaxExamRuntime;

/**
 * Runs the test methods of a class inside one container that holds the assembled bundles.
 *
 * <p>Class and methods must be public; each method gets an instance of its own and no {@code @BeforeEach}. JUnit and AssertJ
 * are delegated to the class path of the host, everything of Foggara comes from bundles.
 */
public final class PaxExamExtension implements BeforeAllCallback, AfterAllCallback, InvocationInterceptor {
    private final Map<String, TestAddress> addresses = new HashMap<>();
    private TestContainer container;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Class<?> test = context.getRequiredTestClass();
        Path work = Distribution.workDirectory(test.getSimpleName());
        ExamSystem system = PaxExamRuntime.createTestSystem(options(work));
        container = PaxExamRuntime.createContainer(system);
        container.start();
        TestProbeBuilder probe = system.createProbe();
        for (Method method : test.getDeclaredMethods()) {
            if (method.isAnnotationPresent(Test.class)) {
                addresses.put(method.getName(), probe.addTest(test, method.getName()));
            }
        }
        container.installProbe(probe.build().getStream());
    }

    private static Option[] options(Path work) {
        List<Option> options = new ArrayList<>();
        for (Path jar : Distribution.bundles()) {
            UrlProvisionOption bundle = bundle(jar.toUri().toString());
            options.add(Distribution.isFragment(jar) ? bundle.noStart() : bundle);
        }
        Distribution.settings(work)
                .forEach((key, value) -> options.add(frameworkProperty(key).value(value)));
        options.add(frameworkProperty("org.osgi.framework.bundle.parent").value("app"));
        options.add(bootDelegationPackages(
                "org.junit.jupiter.*",
                "org.junit.platform.*",
                "org.opentest4j.*",
                "org.assertj.*",
                "org.apiguardian.*"));
        return options.toArray(Option[]::new);
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        invocation.skip();
        try {
            container.call(addresses.get(method.getExecutable().getName()));
        } catch (TestContainerException e) {
            throw unwrapped(e);
        }
    }

    /** The test's own failure is the innermost that is not a wrapper of Pax Exam or of reflection. */
    private static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        boolean wrapper = failure instanceof TestContainerException || failure instanceof InvocationTargetException;
        return wrapper && cause != null ? unwrapped(cause) : failure;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (container != null) {
            container.stop();
        }
    }
}
