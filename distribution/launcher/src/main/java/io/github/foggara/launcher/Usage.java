package io.github.foggara.launcher;

import java.util.Optional;

/** The texts of {@code --help}. */
final class Usage {
    static final String TEXT = String.join(
            System.lineSeparator(),
            "Usage: foggara COMMAND [ARGUMENTS]",
            "",
            "  run JOB [OPTIONS]      run one job in a container of its own and wait for its end",
            "  start [OPTIONS]        start the container that watches conf/ and deploy/",
            "  stop                   stop it",
            "  status                 show its state, its bundles and its jobs",
            "  shell [COMMAND]        give it a command, or read commands from standard input",
            "  prepare                once per Java: makes this and the container start faster",
            "  version                print the version",
            "  --help                 print this text; after a command, what is to be said about it",
            "",
            "Examples:",
            "  foggara run word-count --input LICENSE",
            "  foggara run word-count --help",
            "  foggara start && foggara shell job:list",
            "",
            "Exit codes: 0 done, 1 failed, 2 command line not understood, 3 no container runs,",
            "4 a container runs already, 130 canceled with Ctrl-C.",
            "",
            "Environment: JAVA_HOME chooses the Java (17 or newer), FOGGARA_JAVA_OPTS adds options for it,",
            "FOGGARA_CONF, FOGGARA_DEPLOY, FOGGARA_DATA and FOGGARA_LOG replace the directories of those names.");

    private static final String START = """
                Usage: foggara start [--role=ROLE] [--foreground]
                  Starts the container in the background and returns when it is up. It watches conf/ and deploy/,
                  logs to log/foggara.log, and runs until 'foggara stop'.
                  --role=ROLE    embedded: jobs and their tasks run in this container (the default);
                                 jobmaster: it runs jobs whose tasks run in TaskManagers;
                                 taskmanager: it runs tasks for the JobMaster of another container.
                                 Without it, 'role' in conf/foggara.cluster.cfg counts, then what the
                                 container was when it was last started on its data directory
                  --foreground   stay in this terminal instead; Ctrl-C stops the container
                Exit codes: 0 it is up (in the foreground: it has stopped), 1 it did not come up, 4 one runs already.""";

    private Usage() {}

    /** What is to be said about one command; empty for {@code run}, which tells it itself, and for what is no command. */
    static Optional<String> of(String command) {
        return Optional.ofNullable(
                switch (command) {
                    case "start" -> START;
                    case "stop" -> """
                            Usage: foggara stop
                              Stops the container and returns when its process has ended. Jobs that were running go on when it
                              is started again.
                            Exit codes: 0 stopped, 1 it does not end, 3 no container runs.""";
                    case "status" -> """
                            Usage: foggara status
                              Shows the state of the container, its bundles, what needs attention, and its jobs.
                            Exit codes: 0 all bundles are active, 1 some are not, 3 no container runs.""";
                    case "shell" -> """
                            Usage: foggara shell [COMMAND [ARGUMENT ...]]
                              Gives the container one command, or, without one, each line of standard input; 'exit' or the end
                              of the input ends it. 'foggara shell help' lists all commands. The most useful are
                                job:list                    all jobs
                                job:info NAME               all about one job
                                job:submit PROGRAM [...]    start a job that lives until the container stops
                                job:start NAME              run a job again that is over
                                job:cancel NAME             cancel a job; its configuration stays
                                plugin:list                 the plugins
                                cluster:info                the role of the container, and where it stands in its cluster
                                taskmanager:list            the TaskManagers that are registered at a JobMaster
                                felix:lb                    the bundles; felix:stop ID and felix:start ID change them
                            Exit codes: 0 done, 1 the command failed, 2 not understood, 3 no container runs.""";
                    case "prepare" -> """
                            Usage: foggara prepare
                              Runs a small job and leaves the classes that were loaded in lib/, ready for use, for the Java it is
                              called with. All commands start faster with that; nothing else changes. To be repeated after an
                              update of Java or of this container; an archive that does not fit is not used.
                            Exit codes: 0 done, 1 not possible.""";
                    case "version" -> "Usage: foggara version";
                    default -> null;
                });
    }
}
