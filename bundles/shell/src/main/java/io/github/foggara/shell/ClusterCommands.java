package io.github.foggara.shell;

import io.github.foggara.api.client.ClusterInfo;
import io.github.foggara.api.client.ClusterService;
import io.github.foggara.api.client.TaskManagerInfo;

/** Commands about the cluster of this container; as {@link JobCommands}. Any thread. */
public final class ClusterCommands {
    private final ClusterService cluster;

    public ClusterCommands(ClusterService cluster) {
        this.cluster = cluster;
    }

    /** Where this container stands, and what it knows of others. */
    public String info() {
        ClusterInfo info = cluster.cluster();
        StringBuilder text = new StringBuilder("role      " + info.role());
        if (!info.clusterId().isEmpty()) {
            text.append("\ncluster   ").append(info.clusterId());
            text.append("\nlistens   ").append(info.address().isEmpty() ? "not" : "at " + info.address());
        }
        if (!info.link().isEmpty()) {
            text.append("\nlink      ").append(info.link());
        }
        if (info.stale() > 0) {
            text.append("\nstale     ").append(info.stale()).append(" dropped");
        }
        if (info.role().equals("jobmaster")) {
            int slots = info.taskManagers().stream()
                    .mapToInt(TaskManagerInfo::slots)
                    .sum();
            int free = info.taskManagers().stream()
                    .mapToInt(TaskManagerInfo::freeSlots)
                    .sum();
            text.append("\nslots     ").append(slots).append(", ").append(free).append(" free\n\n");
            text.append(table(info));
        }
        return text.toString();
    }

    /**
     * @throws IllegalStateException in a container where no TaskManagers register
     */
    public String taskManagers() {
        ClusterInfo info = cluster.cluster();
        if (!info.role().equals("jobmaster")) {
            throw new IllegalStateException("No TaskManagers register here: this container is "
                    + (info.role().equals("embedded")
                            ? "embedded and runs all tasks itself."
                            : "a TaskManager. " + info.link()));
        }
        return table(info);
    }

    private static String table(ClusterInfo info) {
        if (info.taskManagers().isEmpty()) {
            return "No TaskManager is registered.";
        }
        Table table = new Table("TASKMANAGER", "ADDRESS", ">SLOTS", ">FREE", "STATE");
        info.taskManagers().forEach(t -> table.row(t.id(), t.address(), t.slots(), t.freeSlots(), t.state()));
        return table.toString();
    }
}
