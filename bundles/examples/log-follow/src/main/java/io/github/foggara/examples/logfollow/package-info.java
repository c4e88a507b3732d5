/**
 * Follows a directory of logs and numbers the lines of each key: the job {@code log-follow}. Start reading at
 * {@link io.github.foggara.examples.logfollow.LogFollow}, which is the whole job; {@code Numbering} keeps the state.
 */
package io.github.foggara.examples.logfollow;
