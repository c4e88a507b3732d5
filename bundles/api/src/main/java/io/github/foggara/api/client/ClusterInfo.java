package io.github.foggara.api.client;

import java.util.List;

/**
 * A container in its cluster.
 *
 * @param role {@code embedded}, {@code jobmaster} or {@code taskmanager}
 * @param clusterId empty if the container is in no cluster, or waits for its configuration
 * @param address host and port where others reach it; empty if it does not listen
 * @param link how a TaskManager stands with its JobMaster, in words; empty for the other roles
 * @param stale orders and answers that came late and were dropped since the container was started: the JobMaster, session or attempt that they belong to is over
 * @param taskManagers those that a JobMaster knows, in the order of their registration; none for the other roles
 */
public record ClusterInfo(
        String role, String clusterId, String address, String link, long stale, List<TaskManagerInfo> taskManagers) {
    public ClusterInfo {
        taskManagers = List.copyOf(taskManagers);
    }
}
