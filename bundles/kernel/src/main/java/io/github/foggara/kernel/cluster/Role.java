package io.github.foggara.kernel.cluster;

import java.util.Locale;
import java.util.stream.Stream;

/** What a container is in its cluster. */
public enum Role {
    /** Everything in one container; no network is opened. */
    EMBEDDED,
    /** Runs JobMasters, whose tasks run in other containers. */
    JOBMASTER,
    /** Runs tasks for the JobMasters of another container. */
    TASKMANAGER;

    /** As it stands in configurations. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * @throws IllegalArgumentException naming those that there are
     */
    public static Role of(String text) {
        return Stream.of(values())
                .filter(role -> role.text().equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no role '" + text + "' of a container, but "
                        + Stream.of(values()).map(Role::text).toList()));
    }
}
