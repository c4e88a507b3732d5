package io.github.foggara.itests.job;

import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.RuntimeContext;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Asks a service for a word in {@code open}, and uses it for each record. */
public final class Greet implements MapFunction<Long, String> {
    private static final long serialVersionUID = 1L;

    private final String file;
    private transient Supplier<?> service;

    public Greet(String file) {
        this.file = file;
    }

    @Override
    public void open(RuntimeContext context) {
        service = context.service(Supplier.class, "(itest=word)");
    }

    @Override
    public String map(Long number) throws InterruptedException {
        Arrival.await(Path.of(file));
        return service.get() + " " + number;
    }
}
