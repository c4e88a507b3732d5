/** The user's DataStream API, which builds a JobGraph. */
package io.github.foggara.streams;
