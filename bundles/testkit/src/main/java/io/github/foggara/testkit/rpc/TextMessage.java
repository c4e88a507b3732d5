package io.github.foggara.testkit.rpc;

import io.github.foggara.api.rpc.MessageCodec;
import java.nio.charset.StandardCharsets;

/** A type of message that holds text. */
public record TextMessage(int id, int maxBytes) implements MessageCodec<String> {
    @Override
    public String name() {
        return "text-" + id;
    }

    @Override
    public byte[] encode(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String decode(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
