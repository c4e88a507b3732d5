/** Tests of what travels between processes. */
package io.github.foggara.kernel.remote.message;
