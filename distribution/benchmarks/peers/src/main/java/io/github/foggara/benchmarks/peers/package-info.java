/**
 * The workloads on other engines, each written as its documentation recommends and with the settings that were found
 * fastest. Start with {@link io.github.foggara.benchmarks.peers.Main}.
 */
package io.github.foggara.benchmarks.peers;
