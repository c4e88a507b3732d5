package io.github.foggara.api.rpc;

/**
 * What a node has counted since it was opened.
 *
 * @param connections that are open now
 * @param sent messages, requests and answers
 * @param received the same from peers
 * @param refusedPeers handshakes that failed
 * @param bytesHeld what waits for all peers now
 */
public record RpcMetrics(int connections, long sent, long received, long refusedPeers, long bytesHeld) {}
