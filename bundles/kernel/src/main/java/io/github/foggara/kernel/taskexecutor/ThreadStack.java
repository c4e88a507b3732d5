package io.github.foggara.kernel.taskexecutor;

/** Where a thread is now, for users. */
final class ThreadStack {
    private ThreadStack() {}

    /** One frame a line. */
    static String of(Thread thread) {
        StringBuilder text = new StringBuilder();
        for (StackTraceElement frame : thread.getStackTrace()) {
            text.append(frame).append('\n');
        }
        return text.toString();
    }

    /** Where the user would look first: the first frame that is not the JDK's. */
    static String userFrame(String stack) {
        return stack.lines()
                .filter(frame -> !frame.startsWith("java.base"))
                .findFirst()
                .orElse("an unknown place");
    }
}
