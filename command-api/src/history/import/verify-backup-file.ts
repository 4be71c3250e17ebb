// Checks a backup file completely: every byte and every event, and that the figures in header and trailer are those of its events.
// Needs nothing but the file.

import {
  backupFileFormat,
  backupFileHeader,
  backupFileTrailer,
  signedText,
  type BackupFileHeader,
  type BoardFold,
} from '@thirty/contracts/backups/backup-file.ts'
import type { FileOrigin } from '@thirty/contracts/backups/file-origins.ts'
import { fingerprintOf, isSigned } from '@thirty/infra/portable-file/signature.ts'
import { createReadStream } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { say, toText, type Text } from '@thirty/contracts/texts/text.ts'
import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import { readPortableFile } from '@thirty/infra/portable-file/read-file.ts'
import { Replay } from '../../replay.ts'
import { eventCheck, type CheckedEvent, commandRefusal, nameRefusal } from './check-event.ts'

/** What is known about a file whose every byte was checked. Hashes are SHA-256 in hex. */
export type VerifiedFile = {
  formatVersion: number
  productVersion: string
  header: BackupFileHeader
  events: number
  finalHash: string
  digest: string
  /** The events about the challenge itself: when it starts and ends, and its scoring. */
  period: readonly CheckedEvent[]
  /** Who acted as an admin, and whether also as a participant. */
  admins: readonly { id: string; isParticipant: boolean }[]
  /** The ids of all users in the events. */
  people: ReadonlySet<string>
  /** The fingerprint of the key that signed the file, and what is known of it. */
  signedBy?: string
  origin: FileOrigin
}

export type VerifyOptions = {
  /** Milliseconds since 1970. No event may be later. */
  now: number
  createBoardFold: () => BoardFold
  /** Returns what is known of a key that has signed a file. */
  originOf: (fingerprint: string) => FileOrigin
  /** `total` is the number of events that the header names; 0 until it was read. */
  onProgress?: (progress: { bytes: number; events: number; total: number }) => void
}

/** Of a file without a known signature, commands of this release must lead to every event. Throws `DamagedFile` with the reason. */
export async function verifyBackupFile(
  source: AsyncIterable<Uint8Array>,
  { now, createBoardFold, originOf, onProgress }: VerifyOptions,
): Promise<VerifiedFile> {
  const { check, people } = eventCheck(now)
  const replay = new Replay()
  const board = createBoardFold()
  const counts: Record<string, number> = {}
  const period: CheckedEvent[] = []
  let header: Pick<VerifiedFile, 'formatVersion' | 'productVersion' | 'header'> | undefined
  let total = 0
  let refusal: Text | undefined
  const parts = readPortableFile(source, {
    format: backupFileFormat,
    onProgress: (progress) => onProgress?.({ ...progress, total }),
  })
  for await (const part of parts) {
    switch (part.kind) {
      case 'header': {
        const { formatVersion, productVersion } = part
        header = { formatVersion, productVersion, header: parsedHeader(part.data) }
        total = Object.values(header.header.counts).reduce((sum, count) => sum + count, 0)
        break
      }
      case 'events':
        for (const [index, value] of part.events.entries()) {
          const line = part.line + index
          const event = checked(check, value, line)
          // What follows a refused event would be refused for the same reason.
          const reason = refusal === undefined ? commandRefusal(event, replay) : undefined
          if (reason !== undefined) refusal = say('eventRefused', { line, reason: toText(reason) })
          board.apply(event)
          if (event.stream === challengeStream) period.push(event)
          counts[event.type] = (counts[event.type] ?? 0) + 1
        }
        break
      case 'trailer': {
        const { statistics, digest } = board.summary()
        // The reader begins every file with its header.
        if (header === undefined) throw new DamagedFile(say('noHeader'))
        const { name, counts: named, statistics: expected } = header.header
        if (!isDeepStrictEqual(counts, { ...named })) throw new DamagedFile(say('otherCounts'))
        if (!isDeepStrictEqual(statistics, expected)) throw new DamagedFile(say('otherStatistics'))
        const trailer = backupFileTrailer.safeParse(part.data).data
        if (trailer?.digest !== digest) throw new DamagedFile(say('otherLeaderboard'))
        const { signature } = trailer
        if (signature !== undefined && !isSigned(signedText(part.finalHash, digest), signature))
          throw new DamagedFile(say('otherSignature'))
        const signedBy = signature && fingerprintOf(signature.key)
        const origin = signedBy === undefined ? 'unknown' : originOf(signedBy)
        refusal ??= nameRefusal(name)
        if (origin === 'unknown' && refusal !== undefined) throw new DamagedFile(refusal)
        return {
          ...header,
          events: part.count,
          finalHash: part.finalHash,
          digest,
          period,
          admins: replay.people.admins(),
          people,
          origin,
          ...(signedBy !== undefined && { signedBy }),
        }
      }
    }
  }
  throw new DamagedFile(say('noTrailer'))
}

/** Pieces that are verified within milliseconds. Memory of larger ones would be kept until the next full collection of garbage. */
export const pieceBytes = 16 * 1024

/** Yields the bytes of a file in pieces, for the operator's check of a backup file. */
export const openBackupFile = (path: string): AsyncIterable<Uint8Array> =>
  createReadStream(path, { highWaterMark: pieceBytes })

/** Reads the events of a file that was verified before, in batches. Throws `DamagedFile` if the file has changed since. */
export async function* readVerifiedEvents(
  source: AsyncIterable<Uint8Array>,
  { finalHash }: Pick<VerifiedFile, 'finalHash'>,
): AsyncGenerator<readonly CheckedEvent[]> {
  for await (const part of readPortableFile(source, { format: backupFileFormat })) {
    // Safe: these are the events that were checked when the file was verified.
    if (part.kind === 'events') yield (part.events as CheckedEvent[]).map((event) => catalogue.upcast(event))
    if (part.kind === 'trailer' && part.finalHash !== finalHash) throw new DamagedFile(say('changedSince'))
  }
}

function checked(check: (value: unknown) => CheckedEvent, value: unknown, line: number): CheckedEvent {
  try {
    return check(value)
  } catch (error) {
    if (error instanceof DamagedFile) throw new DamagedFile(say('eventFault', { line, fault: error.said }))
    throw error
  }
}

function parsedHeader(data: unknown): BackupFileHeader {
  const { data: header } = backupFileHeader.safeParse(data)
  if (header === undefined || !isDeepStrictEqual(header, data)) throw new DamagedFile(say('noBackup'))
  return header
}
