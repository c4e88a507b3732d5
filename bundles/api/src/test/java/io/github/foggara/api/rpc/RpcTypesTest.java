package io.github.foggara.api.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RpcTypesTest {
    private record Type(int id, String name, int maxBytes) implements MessageCodec<byte[]> {
        @Override
        public byte[] encode(byte[] value) {
            return value;
        }

        @Override
        public byte[] decode(byte[] body) {
            return body;
        }
    }

    @Test
    void messagesAreKnownByIdAndNotLongerThanTheirTypeLets() {
        RpcMessages messages = RpcMessages.of(new Type(1, "one", 10), new Type(2, "two", 20));
        assertThat(messages.maxBytes()).isEqualTo(20);
        assertThatCode(() -> messages.check(1, 10)).doesNotThrowAnyException();
        assertThatThrownBy(() -> messages.check(1, 11))
                .hasMessageContaining("one")
                .hasMessageContaining("11");
        assertThatThrownBy(() -> messages.check(3, 0))
                .hasMessageContaining("id 3")
                .hasMessageContaining("[1, 2]");
        assertThatThrownBy(() -> RpcMessages.of(new Type(1, "one", 1), new Type(1, "other", 1)))
                .hasMessageContaining("one")
                .hasMessageContaining("other");
        assertThatThrownBy(() -> RpcMessages.of(new Type(1, "huge", RpcMessages.MAX_BYTES + 1)))
                .hasMessageContaining("huge");
    }

    @Test
    void anIdentityFitsIntoASmallFrame() {
        assertThatThrownBy(() -> identity(Map.of("k", "v".repeat(PeerIdentity.MAX_TEXT_BYTES))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(identity(Map.of("k", "v".repeat(2_000))).refusalOf(identity(Map.of())))
                .isEmpty();
    }

    private static PeerIdentity identity(Map<String, String> properties) {
        return new PeerIdentity(new ContainerId(1, 2), "role", "1.0", 1, "c", properties);
    }
}
