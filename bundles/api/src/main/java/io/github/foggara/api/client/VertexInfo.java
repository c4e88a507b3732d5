package io.github.foggara.api.client;

/**
 * @param recordsIn records processed by all subtasks; 0 for sources
 * @param recordsOut records emitted to other vertices; for a source vertex records read
 */
public record VertexInfo(String name, int parallelism, int running, int finished, long recordsIn, long recordsOut) {}
