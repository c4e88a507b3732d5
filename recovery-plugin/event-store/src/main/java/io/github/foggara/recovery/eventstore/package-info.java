/**
 * The log of a job's life on files: {@code DIRECTORY/events/JOB/}, one file per leader epoch, plus one for each time writing failed, and two
 * for each time it was compacted.
 *
 * <p>Start with {@link io.github.foggara.recovery.eventstore.FileJobEventStore#open}: it fences, reads, and starts the writer.
 * {@link io.github.foggara.recovery.eventstore.LogReader} finds out which files count and what they hold;
 * {@link io.github.foggara.recovery.eventstore.LogWriter} is the one thread that writes. All disk access goes through
 * {@link io.github.foggara.recovery.eventstore.LogDisk}.
 *
 * <h2>Format 1</h2>
 * Numbers are big-endian, u is unsigned. A file is called {@code E<epoch, 16 hex digits>-<sequence, 8 hex digits>.jel}.
 * <pre>
 * header   64 bytes: "JELOG\0" | u16 format = 1 | 16 bytes job id | u64 epoch | u32 sequence | u64 position of the first event
 *                    | u64 created (ms since 1970) | 8 bytes zero | u32 CRC32C of the 60 bytes before
 * record   u32 length of what follows the CRC | u32 CRC32C of that | u64 position | u16 type | u16 type version | u8 flags | payload
 * flags    1 = durable event; others are refused as written by a newer version
 * payload  of the store's own records: fields u8 tag | LEB128 length | bytes; unknown tags are skipped, missing ones are zero
 * 0xFF00   EpochStarted, always the first record: 1 = how the log was found (u8), 2 = the files before this one that count, each
 *          u64 epoch | u32 sequence | u64 valid bytes | u64 position of its last event. Of type version 2 in a file that holds an
 *          image and nothing else: then 2 is empty, and the header's first position is the image's
 * 0xFFFF   seal, the last record of a log that was closed: 1 = number of events in the file (u64), 2 = CRC32C of their CRCs (u64)
 * </pre>
 * Events have dense positions over all files, from 1 or from that of an image; the store's own records take none and carry that of the
 * event before them. A file with an image is called {@code E….jel.new} until all of it is on disk.
 *
 * <h2>What counts</h2>
 * The newest file with a readable start names the files before it with their lengths; nothing else counts, so whatever an older
 * writer appends behind has no effect. A file that was begun and has no complete start is a crash while opening, and ignored. At the
 * end of the newest file a record may be torn, if nothing valid stands behind it. Anything else that does not fit is damage: the log
 * then ends at the last durable event before it, and says so to each epoch that follows until one appends an event. Why such a rule
 * and no other: see {@code RATIONALE.md}.
 *
 * A file with an image counts for all before it. It gets its name by a rename, after its bytes were forced; the names are synced, then it is
 * looked for a higher epoch, then the next file names it as the only one before, and only then those it stands for are deleted. If one of
 * these steps fails, the image is written behind the old files as an event like others, to a file whose start names them. If that cannot be
 * written either, or cannot be read, an image behind what is vouched for is passed over, and the old files are read.
 *
 * <h2>What a writer owes</h2>
 * A position is told durable after its bytes were forced <em>and then</em> no file of a higher epoch stood in the folder. An epoch opens
 * the other way round: first its file stands there, then it reads. So either the older one learns of the newer before it tells, or
 * the newer reads what the older told. After a failed write or force nothing of that file behind the last successful force is
 * relied on: what is not durable is written again, to a new file. When that fails three times the empty file {@code E<epoch>.reserve}
 * is renamed to the tombstone {@code E<epoch>-<last durable position>.degraded}, which needs no space.
 */
package io.github.foggara.recovery.eventstore;
