/**
 * The log of a job's life on files: {@code DIRECTORY/events/JOB/}, one file per leader epoch, plus one for each time writing failed.
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
 *          u64 epoch | u32 sequence | u64 valid bytes | u64 position of its last event
 * 0xFFFF   seal, the last record of a log that was closed: 1 = number of events in the file (u64), 2 = CRC32C of their CRCs (u64)
 * </pre>
 * Events have dense positions from 1 over all files; the store's own records take none and carry that of the event before them.
 *
 * <h2>What counts</h2>
 * The newest file with a readable start names the files before it with their lengths; nothing else counts, so whatever an older
 * writer appends behind has no effect. A file that was begun and has no complete start is a crash while opening, and ignored. At the
 * end of the newest file a record may be torn, if nothing valid stands behind it. Anything else that does not fit is damage: the log
 * then ends at the last durable event before it, and says so to each epoch that follows until one appends an event. Why such a rule
 * and no other: see {@code RATIONALE.md}.
 *
 * <h2>What a writer owes</h2>
 * A position is told durable after its bytes were forced <em>and then</em> no file of a higher epoch stood in the folder. An epoch opens
 * the other way round: first its file stands there, then it reads. So either the older one learns of the newer before it tells, or
 * the newer reads what the older told. After a failed write or force nothing of that file behind the last successful force is
 * relied on: what is not durable is written again, to a new file. When that fails three times the empty file {@code E<epoch>.reserve}
 * is renamed to the tombstone {@code E<epoch>-<last durable position>.degraded}, which needs no space.
 */
package io.github.foggara.recovery.eventstore;
