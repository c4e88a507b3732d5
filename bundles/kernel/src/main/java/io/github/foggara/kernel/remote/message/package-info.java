/**
 * What JobMasters and TaskManagers in different processes say to each other, as bytes and back. Pure; any thread.
 *
 * <p>Start with {@link io.github.foggara.kernel.remote.message.ClusterMessages}, the table of all types. An {@link
 * io.github.foggara.kernel.remote.message.Order} is a call of a TaskExecutorGateway, an {@link
 * io.github.foggara.kernel.remote.message.Answer} one of a JobMasterGateway. Bytes from a peer are untrusted: every length is checked
 * against what is left before anything is allocated, enum constants go by name, no class does.
 */
package io.github.foggara.kernel.remote.message;
