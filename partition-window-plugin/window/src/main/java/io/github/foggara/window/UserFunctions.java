package io.github.foggara.window;

import io.github.foggara.api.function.Function;
import io.github.foggara.api.function.RuntimeContext;
import java.util.List;

/** The functions of one operator: each is opened once, and closed once if its open began. Task thread. */
public final class UserFunctions {
    private final List<Object> functions;
    private int begun;

    public UserFunctions(List<Object> functions) {
        this.functions = functions;
    }

    public void open(RuntimeContext context) throws Exception {
        for (Object each : functions) {
            begun++;
            if (each instanceof Function function) {
                function.open(context);
            }
        }
    }

    /** All of them, also if one throws. */
    public void close() {
        Closer closer = new Closer();
        int count = begun;
        begun = 0;
        for (Object each : functions.subList(0, count)) {
            if (each instanceof Function function) {
                closer.run(function::close);
            }
        }
        closer.rethrow();
    }
}
