// Exports backups as files, a few at a time, and finds the backup of an exported file.

import type { Buffer } from 'node:buffer'
import type { BackupFileHeader } from '@thirty/contracts/backups/backup-file.ts'
import type { RecordExport } from '@thirty/contracts/exports/events.ts'
import { historyEndpoints } from '@thirty/contracts/backups/api.ts'
import { Refusal, refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { SharedCapacity } from '@thirty/infra/shared-capacity.ts'
import {
  backupFileName,
  exportBackup,
  exportedHash,
  type ExportOptions,
  type ListedBackup,
} from './export-backup.ts'
import { say } from '@thirty/contracts/texts/text.ts'

/** Exports that run at once: each reads the log twice. */
const maxExports = 4
/** Others wait for half a minute: a caller may read slowly. */
const maxWaiting = 100
const maxWaitMs = 30_000

export type BackupFilesOptions = Pick<ExportOptions, 'log' | 'productVersion' | 'signer'> & {
  /** Returns the listed backups. */
  backups: () => Promise<readonly (ListedBackup & { id: string })[]>
  recordExport: RecordExport
}

type ExportedFile = { header: BackupFileHeader; finalHash: string }

export function backupFiles(options: BackupFilesOptions) {
  const capacity = new SharedCapacity(maxExports, { maxWaiting })
  return {
    endpoints: [
      endpoint(historyEndpoints.export)(async (request) => {
        const { backupId } = request.params
        const backup = (await options.backups()).find(({ id }) => id === backupId)
        if (backup === undefined) refuse('backup-not-found', say('backupNotFound'))
        const data = { kind: 'backup', backup: backup.id, name: backup.name } as const
        const content = options.recordExport(exportInTurn(capacity, backup, options), request, data)
        return { type: 'application/gzip', fileName: backupFileName(backup), content }
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

async function* exportInTurn(
  capacity: SharedCapacity,
  backup: ListedBackup,
  options: ExportOptions,
): AsyncGenerator<Buffer> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(new Refusal('busy', say('otherExports'))), maxWaitMs)
  const release = await capacity.acquire(1, waiting.signal).finally(() => clearTimeout(timer))
  try {
    yield* exportBackup(backup, options)
  } finally {
    release()
  }
}
