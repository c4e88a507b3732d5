package io.github.foggara.kernel.remote.message;

/**
 * A message of a session.
 *
 * @param number from 1, without gaps in each direction; 0 if it only tells what was received, then {@code content} means nothing
 * @param received how many messages of the session the sender has received: these the receiver may forget
 */
public record Numbered<T>(long number, long received, T content) {}
