package io.github.foggara.kernel.osgi;

import io.github.foggara.kernel.cluster.ClusterOptions;
import io.github.foggara.kernel.cluster.ClusterSettings;
import io.github.foggara.kernel.cluster.Role;
import java.util.Collections;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.osgi.service.cm.ManagedService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configuration of the cluster, {@code conf/foggara.cluster.cfg}. The first that is accepted lets the engine begin; later ones are handed to
 * it. The role is not changed by any: a container keeps the one it was started with. Runs on the thread of Configuration Admin.
 */
final class ClusterConfiguration implements ManagedService {
    static final String PID = "foggara.cluster";

    /** For users. */
    static final String WAITS = "it waits for its configuration, conf/" + PID + ".cfg";

    private static final Logger LOG = LoggerFactory.getLogger(ClusterConfiguration.class);

    private final Role role;
    private final Consumer<ClusterSettings> first;
    private final Consumer<Map<String, String>> later;
    private boolean begun;
    private volatile String problem = "";

    /**
     * @param first makes the engine, or throws and leaves nothing behind: then the next configuration is a first one again; not called for a container that is in no cluster
     * @param later tells it of changes
     */
    ClusterConfiguration(Role role, Consumer<ClusterSettings> first, Consumer<Map<String, String>> later) {
        this.role = role;
        this.first = first;
        this.later = later;
    }

    /** Why it has not begun, for users. */
    List<String> problems() {
        String words = problem;
        return List.of("This " + role.text() + " has not begun: " + (words.isEmpty() ? WAITS : words));
    }

    @Override
    public synchronized void updated(Dictionary<String, ?> properties) {
        if (properties == null) {
            if (begun) {
                LOG.warn("The configuration {} is gone; what it said holds until this container is started again", PID);
            }
            return;
        }
        Map<String, String> texts = texts(properties);
        checkRole(texts.put(ClusterOptions.ROLE.key(), role.text()));
        if (role == Role.EMBEDDED) {
            return;
        }
        if (begun) {
            later.accept(texts);
            return;
        }
        try {
            ClusterSettings settings = ClusterSettings.of(texts);
            first.accept(settings);
            problem = "";
            begun = true;
        } catch (IllegalArgumentException e) {
            problem = "its configuration, conf/" + PID + ".cfg, is refused. " + e.getMessage();
            LOG.error("This {} has not begun: {}", role.text(), problem);
        } catch (RuntimeException | LinkageError e) {
            problem = "it could not begin with its configuration: " + e + ". Remove the cause and change conf/" + PID
                    + ".cfg, or start this container again";
            LOG.error("This {} has not begun: {}", role.text(), problem, e);
        }
    }

    private void checkRole(String said) {
        if (said != null && !said.strip().equalsIgnoreCase(role.text())) {
            LOG.warn(
                    "The configuration {} says role={}; this container was started as {} and stays that until it is started again",
                    PID,
                    said,
                    role.text());
        }
    }

    private static Map<String, String> texts(Dictionary<String, ?> properties) {
        Map<String, Object> values = new HashMap<>();
        Collections.list(properties.keys()).forEach(key -> values.put(key, properties.get(key)));
        return new TreeMap<>(KernelComponent.options(values));
    }
}
