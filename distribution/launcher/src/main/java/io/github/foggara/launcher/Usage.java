package io.github.foggara.launcher;

/** The text of {@code --help}. */
final class Usage {
    static final String TEXT = String.join(
            System.lineSeparator(),
            "Usage: foggara COMMAND [ARGUMENTS]",
            "",
            "  run JOB [OPTIONS]      run one job in a container of its own and wait for its end",
            "  start [--foreground]   start the container that watches conf/ and deploy/",
            "  stop                   stop it",
            "  status                 show its state, its bundles and its jobs",
            "  shell [COMMAND]        give it a command, or read commands from standard input",
            "  version                print the version",
            "  --help                 print this text",
            "",
            "Examples:",
            "  foggara run word-count --input LICENSE",
            "  foggara run word-count --help",
            "  foggara start && foggara shell job:list",
            "",
            "Exit codes: 0 done, 1 failed, 2 command line not understood, 3 no container runs,",
            "4 a container runs already, 130 cancelled with Ctrl-C.",
            "",
            "Environment: JAVA_HOME chooses the Java (17 or newer), FOGGARA_JAVA_OPTS adds options for it,",
            "FOGGARA_CONF, FOGGARA_DEPLOY, FOGGARA_DATA and FOGGARA_LOG replace the directories of those names.");

    private Usage() {}
}
