/**
 * The file that makes a checkpoint complete. Any thread; no state.
 *
 * <p>Start with {@link io.github.foggara.checkpoint.metadata.MetadataCodec}.
 *
 * <h2>Formats 1 and 2</h2>
 * Numbers are big-endian. A text is u32 length and UTF-8, bytes are u32 length and the bytes, a list is u32 count and its elements.
 * <pre>
 * header   24 bytes, the same in all formats: "FOGCKPT\n" | u32 format | u64 length of the body | u32 CRC32C of the 20 bytes before
 * body     16 bytes job id | text job name | u64 id | i64 timestamp (ms since 1970) | u8 kind (0 checkpoint, 1 savepoint)
 *          | text fingerprint | list of vertices
 * footer   u32 CRC32C of the body
 *
 * vertex   text name | list of text chain | u32 parallelism | u32 max parallelism | list of (text uid | handle) coordinators
 *          | u32 number of subtasks, or -1 if all have finished; then for each: u32 number n and its state, or -(n+1) if it has finished
 * subtask  u8 flags (1 = its operators have finished) | list of i64 input positions | list of i64 output positions
 *          | i64 alignment, sync, async nanoseconds, bytes | list of (text uid | operator)
 * operator bytes type table | u8 has keyed state (0, 1) [ text backend | list of (u32 key group | handle) ]
 *          | list of (text name | u8 kind (0 split, 1 union, 2 broadcast; since format 2: 3 and 4 head or segment of a subtask, of key groups) | handle) | list of bytes splits | list of bytes committables
 * handle   u8 0 | bytes        in place
 *          u8 1 | text file | u64 offset | u64 length | u32 CRC32C        in a file beside this one
 *          u8 2 | the same        in a file of the shared directory beside this one's; since format 2
 * </pre>
 * A file has the oldest format that can say what is in it.
 * Maps are written in the order of their keys, so equal metadata has equal bytes.
 *
 * <h2>What a reader takes</h2>
 * The file is untrusted. A header that does not fit its checksum is damage, so a format number that does is one of a newer version, and is
 * said by its number. After that nothing is allocated that the file's own length does not cover, and every number is checked against its
 * range. File names are plain names: they cannot lead out of the checkpoint's directory, or the shared one.
 */
package io.github.foggara.checkpoint.metadata;
