package io.github.foggara.itests.architecture;

import com.tngtech.archunit.lang.ArchRule;

/**
 * @param fixture simple name of the committed class that violates it
 */
record Rule(String name, String fixture, ArchRule rule) {
    @Override
    public String toString() {
        return name;
    }
}
