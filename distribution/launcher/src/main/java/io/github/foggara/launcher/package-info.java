/**
 * Starts the OSGi framework and speaks with it over a Unix-domain socket. Plain Java on the class path, not a bundle.
 *
 * <p>Start reading at {@link io.github.foggara.launcher.Main}. {@code Container} is the framework with its bundles;
 * {@code RunCommand} runs one job in a throw-away container, {@code StartCommand} one that stays;
 * {@code ControlServer} and {@code ControlClient} are the two ends of {@code data/control.sock}.
 *
 * <p>Launcher and bundles share no class but those of the JDK. What the launcher needs from the bundles it looks up as
 * services by their property {@code foggara.command}:
 *
 * <ul>
 *   <li>{@code run}: a {@code ToIntFunction<String[]>} from the arguments to the exit code, called on the launcher's main
 *       thread, which is interrupted when the user presses Ctrl-C;
 *   <li>{@code shell} and {@code status}: a {@code BiFunction<String, PrintStream, Integer>} from a command line to its
 *       exit code, called on a thread of the control server.
 * </ul>
 *
 * <p>Bundles find the container's directories in the framework properties {@code foggara.home}, {@code foggara.conf},
 * {@code foggara.data}, {@code foggara.deploy} and {@code foggara.log}, {@code run} or {@code container} in
 * {@code foggara.mode}, the caller's directory in {@code foggara.cwd}, and in {@code foggara.tty} whether messages go to a
 * terminal. The file {@code data/lock} is the launcher's: to open it elsewhere in this process would release
 * the lock.
 */
package io.github.foggara.launcher;
