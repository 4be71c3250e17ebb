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
import type { z } from 'zod'
import { isDeepStrictEqual } from 'node:util'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { DamagedFile, type FileLimits } from '@thirty/infra/portable-file/format.ts'
import { readPortableFile } from '@thirty/infra/portable-file/read-file.ts'
import { EventCheck, EventFault, type CheckedEvent } from './check-event.ts'
import { nameRefusal } from './request-refusals.ts'
import { RulesCheck } from './rules-check.ts'

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
  limits?: Partial<FileLimits>
  /** `total` is the number of events that the header names; 0 until it was read. */
  onProgress?: (progress: { bytes: number; events: number; total: number }) => void
}

/** Of a file without a known signature, commands of this release must lead to every event. Throws `DamagedFile` with the reason. */
export async function verifyBackupFile(
  source: AsyncIterable<Uint8Array>,
  { now, createBoardFold, originOf, limits, onProgress }: VerifyOptions,
): Promise<VerifiedFile> {
  const check = new EventCheck(now)
  const rules = new RulesCheck()
  const board = createBoardFold()
  const counts: Record<string, number> = {}
  const period: CheckedEvent[] = []
  let header:
    | (Pick<VerifiedFile, 'formatVersion' | 'productVersion'> & { data: BackupFileHeader })
    | undefined
  let total = 0
  const parts = readPortableFile(source, {
    format: backupFileFormat,
    ...(limits && { limits }),
    onProgress: (progress) => onProgress?.({ ...progress, total }),
  })
  for await (const part of parts) {
    switch (part.kind) {
      case 'header': {
        const { formatVersion, productVersion } = part
        header = { formatVersion, productVersion, data: parsedHeader(part.data) }
        total = Object.values(header.data.counts).reduce((sum, count) => sum + count, 0)
        break
      }
      case 'events':
        for (const [index, value] of part.events.entries()) {
          const line = part.line + index
          const event = checked(check, value, line)
          rules.check(event, line)
          board.apply(event)
          if (event.stream === challengeStream) period.push(event)
          counts[event.type] = (counts[event.type] ?? 0) + 1
        }
        break
      case 'trailer': {
        const { statistics, digest } = board.summary()
        // The reader begins every file with its header.
        if (header === undefined) throw new DamagedFile(say('noHeader'))
        if (!isDeepStrictEqual(counts, { ...header.data.counts })) throw new DamagedFile(say('otherCounts'))
        if (!isDeepStrictEqual(statistics, header.data.statistics))
          throw new DamagedFile(say('otherStatistics'))
        const trailer = backupFileTrailer.safeParse(part.data).data
        if (trailer?.digest !== digest) throw new DamagedFile(say('otherLeaderboard'))
        const signedBy = signerOf(trailer, part.finalHash)
        const origin = signedBy === undefined ? 'unknown' : originOf(signedBy)
        const refusal = rules.refusal ?? nameRefusal(header.data.name)
        if (origin === 'unknown' && refusal !== undefined) throw new DamagedFile(refusal)
        const { formatVersion, productVersion, data } = header
        return {
          formatVersion,
          productVersion,
          header: data,
          events: part.count,
          finalHash: part.finalHash,
          digest,
          period,
          admins: rules.admins(),
          people: check.people,
          origin,
          ...(signedBy !== undefined && { signedBy }),
        }
      }
    }
  }
  throw new DamagedFile(say('noTrailer'))
}

/** Returns the fingerprint of the key that signed a file; `undefined` without a signature. Throws `DamagedFile` for a wrong one. */
function signerOf(
  { digest, signature }: z.infer<typeof backupFileTrailer>,
  finalHash: string,
): string | undefined {
  if (signature === undefined) return undefined
  if (!isSigned(signedText(finalHash, digest), signature)) throw new DamagedFile(say('otherSignature'))
  return fingerprintOf(signature.key)
}

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

function checked(check: EventCheck, value: unknown, line: number): CheckedEvent {
  try {
    return check.check(value)
  } catch (error) {
    if (error instanceof EventFault) throw new DamagedFile(say('eventFault', { line, fault: error.said }))
    throw error
  }
}

function parsedHeader(data: unknown): BackupFileHeader {
  const { data: header } = backupFileHeader.safeParse(data)
  if (header === undefined || !isDeepStrictEqual(header, data)) throw new DamagedFile(say('noBackup'))
  return header
}
