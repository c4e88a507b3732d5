package io.github.foggara.api.graph;

/** A record type of the job; subclasses and component types are registered separately. */
public record TypeRegistration(Class<?> type) {}
