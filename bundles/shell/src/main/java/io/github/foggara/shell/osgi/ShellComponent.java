package io.github.foggara.shell.osgi;

import io.github.foggara.shell.ExitCode;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.function.BiFunction;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * {@code foggara shell}: runs one line of Gogo, on the caller's thread. The streams are two, for results and for messages,
 * because the launcher shares no class of ours.
 */
@Component(service = BiFunction.class, property = "foggara.command=shell")
public final class ShellComponent implements BiFunction<String, PrintStream[], Integer> {
    private final CommandProcessor processor;

    @Activate
    public ShellComponent(@Reference CommandProcessor processor) {
        this.processor = processor;
    }

    @Override
    public Integer apply(String line, PrintStream[] streams) {
        PrintStream out = streams[0];
        PrintStream messages = streams[1];
        try (CommandSession session = processor.createSession(InputStream.nullInputStream(), out, messages)) {
            // Lets job:list be written as list, and the framework's own commands without their scope.
            session.put("SCOPE", "job:plugin:cluster:taskmanager:felix:*");
            Object result = session.execute(line);
            if (result != null) {
                out.println(session.format(result, Converter.INSPECT));
            }
            return ExitCode.OK;
        } catch (Exception e) {
            // Gogo wraps nothing, but a command may throw anything: its message is for people, its stack is not.
            messages.println(words(e));
            return e instanceof IllegalArgumentException ? ExitCode.USAGE : ExitCode.FAILED;
        } finally {
            out.flush();
            messages.flush();
        }
    }

    private static String words(Exception e) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        return message.startsWith("Cannot coerce ")
                ? message + ". A bundle is named by its id or its symbolic name, as felix:lb -s lists them"
                : message;
    }
}
