/**
 * The exchange between processes: the local exchange, with a wire in the middle of a channel.
 *
 * <p>Start with {@link io.github.foggara.shuffle.netty.SubpartitionSender}, which reads a queue of the local exchange as a consumer does and encodes
 * what it reads, and {@link io.github.foggara.shuffle.netty.ChannelReceiver}, which fills a queue that the consumer's gate reads.
 * {@link io.github.foggara.shuffle.netty.Wire} has the messages between them. One connection per direction carries all channels between two
 * processes: {@link io.github.foggara.shuffle.netty.ProducerPeer} is its reading end, {@link io.github.foggara.shuffle.netty.ReaderSession} the
 * other one. Nothing of Netty is loaded until a channel leads to another process.
 */
package io.github.foggara.shuffle.netty;
