/** Contract tests of every SPI, in-memory references, virtual time. */
package io.github.foggara.testkit;
