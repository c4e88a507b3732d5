package io.github.foggara.itests.job;

/** A number and the attempt that took it. */
public record Taken(long number, int attempt) {
    Residue residue() {
        return Residue.of(number);
    }
}
