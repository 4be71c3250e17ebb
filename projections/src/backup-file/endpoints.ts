// Exports backups as files, a few at a time, and finds the backup of an exported file.

import type { Buffer } from 'node:buffer'
import { type BackupFileHeader, backupFileFormat, signedText } from '@thirty/contracts/backups/backup-file.ts'
import type { RecordExport } from '@thirty/contracts/exports/events.ts'
import { historyEndpoints } from '@thirty/contracts/backups/api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { limitedDownloads } from '@thirty/infra/http/endpoint/download.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { HistorySegment } from '@thirty/contracts/challenge/challenge-state.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { FileSigner } from '@thirty/infra/portable-file/signature.ts'
import { writePortableFile } from '@thirty/infra/portable-file/write-file.ts'
import { boardFold } from '../board-fold.ts'
import { portableHistory, type PortableHistory } from './portable-history.ts'

/** An export reads the log twice, as fast as the caller receives it. Proxies wait for a response for a minute at most. */
const limits = { maxConcurrent: 4, maxWaiting: 100, maxWaitMs: 30_000, timeoutMs: 15 * 60_000 }

export type BackupFilesOptions = Pick<ExportOptions, 'log' | 'productVersion' | 'signer'> & {
  /** Returns the listed backups. */
  backups: () => Promise<readonly (ListedBackup & { id: string })[]>
  recordExport: RecordExport
}

type ExportedFile = { header: BackupFileHeader; finalHash: string }

export function backupFiles(options: BackupFilesOptions) {
  const limited = limitedDownloads(limits)
  return {
    endpoints: [
      endpoint(historyEndpoints.export)(async (request) => {
        const { backupId } = request.params
        const backup = (await options.backups()).find(({ id }) => id === backupId)
        if (backup === undefined) refuse('backup-not-found', say('backupNotFound'))
        const data = { kind: 'backup', backup: backup.id, name: backup.name } as const
        const content = options.recordExport(exportBackup(backup, options), request, data)
        return {
          type: 'application/gzip',
          fileName: backupFileName(backup),
          content: limited(content, request.response),
        }
      }),
    ],
    /** Finds the listed backup whose export is exactly the file with this header and final hash. */
    findExported: async ({ header, finalHash }: ExportedFile): Promise<string | undefined> => {
      const { name, createdAt } = header
      // An export reads the whole history, so it is tried only for a backup that looks the same.
      const candidates = (await options.backups()).filter(
        (backup) => backup.name === name && backup.createdAt === createdAt,
      )
      for (const backup of candidates)
        if ((await exportedHash(backup, options)) === finalHash) return backup.id
      return undefined
    },
  }
}

/** A backup and the place in the history that it points to. `createdAt` is ISO time. */
type ListedBackup = { name: string; createdAt: string; of: HistorySegment }

type ExportOptions = {
  log: Pick<EventLog, 'read' | 'readAll' | 'head'>
  productVersion: string
  signer: Pick<FileSigner, 'sign'>
}

/**
 * Writes the history of a backup as a file, as fast as the caller reads it. Returns the final hash. The same backup gives the
 * same file for as long as nothing is added to its history. Memory grows with the number of projects, not with that of
 * events.
 */
export async function* exportBackup(
  { name, createdAt, of }: ListedBackup,
  { log, productVersion, signer }: ExportOptions,
): AsyncGenerator<Buffer, string> {
  const history = await portableHistory(log, of)
  const { counts, statistics, digest } = await summarize(history)
  const lineage = history.history.map(({ run, upTo }) => ({
    run,
    ...(upTo !== undefined && { upTo: upTo.toString() }),
  }))
  const header: BackupFileHeader = { name, createdAt, lineage, counts, statistics }
  return yield* writePortableFile({
    format: backupFileFormat,
    productVersion,
    header,
    events: history.events(),
    trailer: (finalHash) => ({
      digest,
      // A signature would make the word of this installation of it.
      ...(!history.isOfUnknownOrigin && { signature: signer.sign(signedText(finalHash, digest)) }),
    }),
  })
}

async function summarize(history: PortableHistory) {
  const board = boardFold()
  const counts: Record<string, number> = {}
  for await (const events of history.events())
    for (const event of events) {
      board.apply(event)
      counts[event.type] = (counts[event.type] ?? 0) + 1
    }
  return { counts, ...board.summary() }
}

/** Returns the final hash of the file that the export of a backup gives now. */
export async function exportedHash(backup: ListedBackup, options: ExportOptions): Promise<string> {
  const file = exportBackup(backup, options)
  for (;;) {
    const { done, value } = await file.next()
    if (done === true) return value
  }
}

/** Returns a file name for a backup, such as `thirty-backup-before-reset-2026-03-13.ndjson.gz`, safe on every system. */
export function backupFileName({ name, createdAt }: Pick<ListedBackup, 'name' | 'createdAt'>): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const readable = words.join('-').slice(0, 60).replace(/-$/, '')
  const date = createdAt.slice(0, 'yyyy-mm-dd'.length)
  return `${['thirty-backup', readable, date].filter((part) => part !== '').join('-')}.ndjson.gz`
}
