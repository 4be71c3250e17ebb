// The format of backup files: header, events and trailer.

import { z } from 'zod'
import { operatorId } from '../team/operator.ts'
import { userIdPattern } from '../projects/project-id.ts'
import { positionPattern } from '../endpoints/responses.ts'

/** Name and newest version of the format of backup files (decision 0051). */
export const backupFileFormat = { name: 'thirty-backup', version: 1 } as const

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const isoTime = z.iso.datetime({ precision: 3 })

/** What the leaderboard at the end of the history sums up to; of everybody with a project that counts. */
export const boardStatistics = z.strictObject({
  totalProjects: z.int().nonnegative(),
  totalParticipants: z.int().nonnegative(),
  averagePoints: z.number().nonnegative(),
})
export type BoardStatistics = z.infer<typeof boardStatistics>

/**
 * The header of a backup file. `lineage` is the history in the installation that exported it, newest run first; `counts` has
 * the number of events of each type.
 */
export const backupFileHeader = z.strictObject({
  name: z.string().min(1).max(120),
  createdAt: isoTime,
  lineage: z
    .array(
      z.strictObject({
        run: z.int().positive(),
        upTo: z.string().regex(positionPattern).optional(),
      }),
    )
    .min(1)
    .max(10_000),
  counts: z.record(z.string().max(60), z.int().positive()),
  statistics: boardStatistics,
})
export type BackupFileHeader = z.infer<typeof backupFileHeader>

/**
 * The trailer of a backup file: the digest of the leaderboard that the events lead to, and the signature of the installation that exported
 * the file (Ed25519: the public key, and the signature of `signedText`, in base64url). Files of older releases have none.
 */
export const backupFileTrailer = z.strictObject({
  digest: hash,
  signature: z.strictObject({ key: z.string().max(64), value: z.string().max(128) }).optional(),
})

/** What is signed: the final hash covers the header and all events. */
export const signedText = (finalHash: string, digest: string): string =>
  [backupFileFormat.name, backupFileFormat.version, finalHash, digest].join('\n')

/** An event in a backup file, as if its history was that of run 1. `actor` is the id of a user, or that of operators. */
export const backupFileEvent = z.strictObject({
  stream: z.string().max(200),
  type: z.string().max(60),
  version: z.int().positive(),
  at: isoTime,
  actor: z.union([z.string().regex(userIdPattern), z.literal(operatorId)]).optional(),
  data: z.unknown(),
})
export type BackupFileEvent = z.infer<typeof backupFileEvent>

/** What the events of a file lead to. */
export type BoardSummary = { digest: string; statistics: BoardStatistics }

/** Computes the leaderboard of a history from the events in a file, in bounded memory. */
export type BoardFold = {
  apply(event: Pick<BackupFileEvent, 'stream' | 'type' | 'data'>): void
  summary(): BoardSummary
}
