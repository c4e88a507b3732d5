package io.github.foggara.itests.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;

/**
 * A part of the code by its package below the root package. The same packages below {@code itests.fixture} belong to it too:
 * that is where the committed violations live.
 */
final class Area {
    private static final String ROOT = "io.github.foggara.";
    static final String FIXTURES = ROOT + "itests.fixture";

    private Area() {}

    /** Packages and what is below them, e.g. {@code kernel.jobmaster}. */
    static DescribedPredicate<JavaClass> in(String... packages) {
        return DescribedPredicate.describe(
                "in " + String.join(", ", packages),
                type -> Arrays.stream(packages)
                        .anyMatch(name -> contains(name, element(type).getPackageName())));
    }

    /** Any package of Foggara. */
    static DescribedPredicate<JavaClass> ours() {
        return DescribedPredicate.describe(
                "of Foggara", type -> (element(type).getPackageName() + ".").startsWith(ROOT));
    }

    /** Libraries, by the beginnings of their package names. */
    static DescribedPredicate<JavaClass> library(String... prefixes) {
        return DescribedPredicate.describe(
                "of " + String.join(", ", prefixes),
                type -> Arrays.stream(prefixes)
                        .anyMatch(prefix -> element(type).getName().startsWith(prefix)));
    }

    /** Glue: a package, at any depth, whose last part is {@code osgi}. */
    static DescribedPredicate<JavaClass> glue() {
        return DescribedPredicate.describe(
                "in an osgi package", type -> type.getPackageName().endsWith(".osgi"));
    }

    /** An array belongs where its elements belong. */
    private static JavaClass element(JavaClass type) {
        return type.getBaseComponentType();
    }

    private static boolean contains(String area, String packageName) {
        String name = packageName + ".";
        return name.startsWith(ROOT + area + ".") || name.startsWith(FIXTURES + "." + area + ".");
    }
}
