/** The engine; exports nothing. */
package io.github.foggara.kernel;
