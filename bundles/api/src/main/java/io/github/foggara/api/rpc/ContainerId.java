package io.github.foggara.api.rpc;

import io.github.foggara.api.runtime.EngineRuntime;
import java.util.HexFormat;

/** Random 128-bit identity of one life of a container: another start, another id. */
public record ContainerId(long high, long low) {
    public static ContainerId random(EngineRuntime runtime) {
        return new ContainerId(runtime.randomBits(), runtime.randomBits());
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
