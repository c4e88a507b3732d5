package io.github.foggara.kernel.shipping;

import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.CodeWire;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The bundles of this container. Any thread that may block. Every failure says in words what is wrong with which bundle. */
public interface BundleHost {
    /**
     * What the program consists of here, without files.
     *
     * @throws IOException if it cannot be read, or is gone
     */
    ProgramCode describe(Program program) throws IOException;

    /**
     * Those wires of the program's code here that are about the same as these, wherever they lead.
     *
     * @param wires of another container
     */
    Map<CodeWire.Use, CodeWire> counterparts(Program program, List<CodeWire> wires) throws IOException;

    /** Writes a bundle of this container as a file that can be installed; the same content gives the same file. */
    void write(CodeBundle bundle, OutputStream out) throws IOException;

    /** Whether it is installed with that content. */
    boolean installed(CodeBundle bundle);

    /** Whether it is installed, and only because a job needs it. */
    boolean shipped(CodeBundle bundle);

    /** From now on bundles are resolved as it says. */
    Wiring wiring();

    /** What keeps it from being installed here: one of the same name and version with another content; empty if nothing does. */
    Optional<String> conflict(CodeBundle bundle);

    /**
     * @param file what {@link #write} has written elsewhere
     * @throws IOException also if its content is another one than it should be; then it is not installed
     */
    void install(CodeBundle bundle, Path file) throws IOException;

    /**
     * Starts one that was installed by {@link #install}, if it can be started. User code runs.
     *
     * @throws UnresolvedBundleException if it lacks something; nothing of it has run
     */
    void start(CodeBundle bundle) throws IOException;

    /** Uninstalls one that was installed by {@link #install}. User code runs; waits, bounded, for those who use it. */
    void uninstall(CodeBundle bundle);

    /**
     * Why a program is not published though its bundle is here; for users.
     *
     * @param bundle that should publish it
     */
    String absence(ProgramId program, CodeBundle bundle);

    /** How bundles of this container are resolved that jobs need. Any thread; does not block. */
    interface Wiring extends AutoCloseable {
        /**
         * The codes that are needed here, all of them: their bundles get what they get in the JobMaster, as far as it is here, and what was
         * shipped for one of them is seen by no bundle outside of it.
         */
        void agree(Collection<ProgramCode> needed);

        @Override
        void close();

        /** As the framework likes. */
        Wiring NONE = new Wiring() {
            @Override
            public void agree(Collection<ProgramCode> needed) {}

            @Override
            public void close() {}
        };
    }

    /** What a bundle needs is not here, or not just now. */
    final class UnresolvedBundleException extends IOException {
        private static final long serialVersionUID = 1L;

        public UnresolvedBundleException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Where no bundles are: nothing can be described, and so nothing is offered or brought. */
    BundleHost NONE = new BundleHost() {
        @Override
        public ProgramCode describe(Program program) {
            return ProgramCode.UNKNOWN;
        }

        @Override
        public Map<CodeWire.Use, CodeWire> counterparts(Program program, List<CodeWire> wires) {
            return wires.stream().collect(Collectors.toMap(CodeWire::use, wire -> wire, (first, next) -> first));
        }

        @Override
        public void write(CodeBundle bundle, OutputStream out) throws IOException {
            throw nothing();
        }

        @Override
        public boolean installed(CodeBundle bundle) {
            return false;
        }

        @Override
        public boolean shipped(CodeBundle bundle) {
            return false;
        }

        @Override
        public Wiring wiring() {
            return Wiring.NONE;
        }

        @Override
        public Optional<String> conflict(CodeBundle bundle) {
            return Optional.empty();
        }

        @Override
        public void install(CodeBundle bundle, Path file) throws IOException {
            throw nothing();
        }

        @Override
        public void start(CodeBundle bundle) throws IOException {
            throw nothing();
        }

        @Override
        public void uninstall(CodeBundle bundle) {}

        @Override
        public String absence(ProgramId program, CodeBundle bundle) {
            return "There are no bundles here";
        }

        private static IOException nothing() {
            return new IOException("There are no bundles here");
        }
    };
}
