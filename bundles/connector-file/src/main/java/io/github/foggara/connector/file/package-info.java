/** Files as sources and sinks. */
package io.github.foggara.connector.file;
