package io.github.foggara.api.client;

/**
 * A registered TaskManager.
 *
 * @param id of its container: another start, another id
 * @param address host, and the port if it was chosen, where it listens; what it says of itself
 * @param slots how many subtasks of each vertex it runs at a time, 1 or more
 * @param freeSlots those that no job uses now
 * @param state {@code CONNECTED}, or {@code AWAY} while its connection is broken
 */
public record TaskManagerInfo(String id, String address, int slots, int freeSlots, String state) {}
