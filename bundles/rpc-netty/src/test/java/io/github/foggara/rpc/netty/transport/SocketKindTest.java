package io.github.foggara.rpc.netty.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.testkit.runtime.ManualRuntime;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which sockets carry what containers say, and that one line tells which. Each time in a process of its own, since Netty decides once. */
@Timeout(120)
class SocketKindTest {
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @TempDir
    private Path directory;

    /** Two transports, one connection, one word. */
    static final class Conversation {
        private Conversation() {}

        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            CompletableFuture<String> heard = new CompletableFuture<>();
            try (SecureTransport server = open("server", directory, channel -> listen(channel, heard));
                    SecureTransport client = open("client", directory, channel -> {})) {
                SecureChannel channel =
                        client.connect(server.address()).toCompletableFuture().get(20, TimeUnit.SECONDS);
                byte[] word = "hello".getBytes(StandardCharsets.UTF_8);
                channel.channel()
                        .writeAndFlush(Frames.data(channel.channel().alloc(), word.length)
                                .writeBytes(word));
                String said = channel.channel().getClass().getSimpleName() + ": " + heard.get(20, TimeUnit.SECONDS);
                new FileOutputStream(FileDescriptor.out).write((said + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }

        private static SecureTransport open(String role, Path directory, TransportUser user) throws Exception {
            return SecureTransport.open(
                    new TransportSettings(
                            role,
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            new PeerIdentity(new ContainerId(1, role.hashCode()), role, "1.0", 3, "c", Map.of()),
                            ClusterSecurity.loopback("c", directory.resolve("secret")),
                            new ManualRuntime(),
                            100,
                            1,
                            Duration.ofSeconds(1),
                            Duration.ofSeconds(10)),
                    user);
        }

        private static void listen(SecureChannel channel, CompletableFuture<String> heard) {
            channel.channel().pipeline().addLast(new SimpleChannelInboundHandler<ByteBuf>() {
                @Override
                protected void channelRead0(ChannelHandlerContext ctx, ByteBuf frame) {
                    heard.complete(frame.toString(StandardCharsets.UTF_8));
                }
            });
        }
    }

    private void assertCarries(String socket, String told, String classPath, String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath, Conversation.class.getName(), directory.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();
        assertThat(process.waitFor()).as("%s", lines).isZero();
        assertThat(lines).contains(socket + ": hello");
        assertThat(lines)
                .filteredOn(line -> line.contains("Connections between containers use"))
                .singleElement()
                .asString()
                .contains("use " + told);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void epollWhereItIs() throws Exception {
        assertCarries("EpollSocketChannel", "epoll", CLASS_PATH);
    }

    @Test
    void javaNioWhereNothingNativeIsWanted() throws Exception {
        assertCarries(
                "NioSocketChannel", "Java NIO; epoll is not used: ", CLASS_PATH, "-Dio.netty.transport.noNative=true");
    }

    @Test
    void javaNioWhereTheBundlesOfEpollAreNotInstalled() throws Exception {
        String without = Arrays.stream(CLASS_PATH.split(File.pathSeparator))
                .filter(entry -> !entry.contains("epoll"))
                .collect(Collectors.joining(File.pathSeparator));
        assertCarries("NioSocketChannel", "Java NIO; epoll is not used: its bundles are not installed", without);
    }
}
