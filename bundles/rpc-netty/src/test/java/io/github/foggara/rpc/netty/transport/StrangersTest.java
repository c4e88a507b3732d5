package io.github.foggara.rpc.netty.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StrangersTest {
    private final Strangers strangers = new Strangers();

    private static InetAddress address(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {10, 0, (byte) (last >> 8), (byte) last});
    }

    @Test
    void theOldestOfAnAddressMakesRoomForItsOwn() throws UnknownHostException {
        Channel other = new EmbeddedChannel();
        assertThat(strangers.add(other, address(2))).isEmpty();
        List<Channel> all = new ArrayList<>();
        for (int i = 0; i < Strangers.MOST_OF_ONE_ADDRESS + 10; i++) {
            all.add(new EmbeddedChannel());
            List<Channel> gone = strangers.add(all.get(i), address(1));
            int first = i - Strangers.MOST_OF_ONE_ADDRESS;
            assertThat(gone).isEqualTo(first < 0 ? List.of() : List.of(all.get(first)));
        }
        assertThat(strangers.count()).isEqualTo(Strangers.MOST_OF_ONE_ADDRESS + 1);
    }

    @Test
    void theOldestOfAllMakesRoom() throws UnknownHostException {
        List<Channel> all = new ArrayList<>();
        for (int i = 0; i < Strangers.MOST; i++) {
            all.add(new EmbeddedChannel());
            assertThat(strangers.add(all.get(i), address(i))).isEmpty();
        }
        assertThat(strangers.add(new EmbeddedChannel(), address(1000))).containsExactly(all.get(0));
        strangers.remove(all.get(1));
        assertThat(strangers.add(new EmbeddedChannel(), address(1001))).isEmpty();
        assertThat(strangers.count()).isEqualTo(Strangers.MOST);
    }
}
