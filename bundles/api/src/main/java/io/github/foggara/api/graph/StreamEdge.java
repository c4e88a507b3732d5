package io.github.foggara.api.graph;

/**
 * @param from uid of the producer
 * @param to uid of the consumer
 * @param input index of the consumer's logical input, from 0; a union is several edges into one input
 */
public record StreamEdge(String from, String to, int input, Partitioning partitioning) {}
