/**
 * Bytes of checkpoints on a file system. Any thread that may block.
 *
 * <p>Start with {@link io.github.foggara.checkpoint.storage.FileCheckpointStorage}. All disk access goes through {@link
 * io.github.foggara.checkpoint.storage.CheckpointDisk}.
 *
 * <h2>Where things are</h2>
 * <pre>
 * DIRECTORY/JOB/chk-ID/WRITER         parts of one attempt, one behind the other
 * DIRECTORY/JOB/chk-ID/_metadata      makes it complete; _savepoint instead if it is the user's
 * DIRECTORY/JOB/chk-ID/.tmp-NAME      not finished yet
 * DIRECTORY/JOB/shared/ID.WRITER      parts at which checkpoint ID and later ones point; .tmp-ID.WRITER if not finished yet
 * </pre>
 * A file is written under its temporary name, forced, renamed, and its directory synced. So a name that has no {@code .tmp-} stands for whole
 * bytes, and a directory without metadata for a checkpoint that never was. Deleting goes the other way: first the metadata, then the rest.
 * Nothing outside of {@code DIRECTORY/JOB/chk-NUMBER} and {@code DIRECTORY/JOB/shared} is ever written or deleted, and in the latter nothing that has
 * another name; job ids are random, so no other job's files are there.
 *
 * <p>A checkpoint is its directory, and the files in {@code shared} that its metadata names. Whoever copies one takes both, side by side. When
 * shared files go: {@link io.github.foggara.checkpoint.storage.SharedFiles}.
 */
package io.github.foggara.checkpoint.storage;
