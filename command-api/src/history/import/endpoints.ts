// Handlers that say what is in a file of an exported backup, and import it. It is a temporary file while it is verified and imported.

import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { fileVerification, historyEndpoints } from '@thirty/contracts/backups/api.ts'
import type { Backup, FileVerification } from '@thirty/contracts/backups/api.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import { SharedCapacity } from '@thirty/infra/shared-capacity.ts'
import { createFolder, isTemporaryFile } from '@thirty/infra/files/atomic-file.ts'
import { isFullDisk } from '@thirty/infra/files/durable-folder-sync.ts'
import { newContext, parseIdempotencyKey } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { backupImporter, previewImport } from './import-backup.ts'
import type { CheckedFile, ImportParts, BackupFile } from './import-backup.ts'

type ImportHandlerParts = ImportParts &
  With<'waitForProjections'> & {
    /** Folder for files while they are imported. */
    importFolder: string
    /** Returns a backup as responses show it; `undefined` if it is not listed. */
    describeBackup(id: string): Promise<Backup | undefined>
    /** Returns how many of these users have an account. */
    countAccounts(ids: Iterable<string>): Promise<number>
  }

/** How many imports are verified or appended at once, and how many wait with their files stored. */
const maxConcurrent = 2
const maxWaiting = 20

export function importHandlers(deps: ImportHandlerParts): Endpoint[] {
  const importBackup = backupImporter(deps)
  const capacity = new SharedCapacity(maxConcurrent, { maxWaiting })
  return [
    endpoint(historyEndpoints.previewImport)(async ({ body, caller, report }) => {
      const { file, listed } = await withUploadedFile(deps.importFolder, body, (uploaded) => {
        report({ step: 'waiting', events: 0, total: 0 })
        return capacity.run(1, () => previewImport(uploaded, deps, report).catch(refuseDamaged))
      })
      const { name, createdAt, statistics } = file.header
      const total = file.people.size
      return {
        success: true,
        name,
        createdAt,
        statistics,
        backupId: listed ?? null,
        people: { total, unknown: total - (await deps.countAccounts(file.people)) },
        mayImport: file.origin !== 'unknown' || mayTrust(caller),
        verification: describeFile(file),
      }
    }),
    endpoint(historyEndpoints.import)(async ({ body, caller, correlation, request, report }) => {
      // The content of a file identifies its import, so a key is checked and not needed.
      parseIdempotencyKey(request.headers['idempotency-key'])
      const context = newContext({ actor: caller.id, correlation })
      const mayBeUnknown = mayTrust(caller)
      const imported = await withUploadedFile(deps.importFolder, body, (file) => {
        report({ step: 'waiting', events: 0, total: 0 })
        return capacity.run(1, () =>
          importBackup({ ...file, mayBeUnknown }, context, report).catch(refuseDamaged),
        )
      })
      const { wasThere, file } = imported
      const position = await deps.waitForProjections(imported.position)
      const backup = await deps.describeBackup(imported.backup)
      if (backup === undefined) refuse('conflict', say('backupDeletedMeanwhile'))
      return {
        success: true,
        message: wasThere ? 'This backup is already there.' : 'Backup imported',
        ...position,
        backup,
        wasThere,
        verification: describeFile(file),
      }
    }),
  ]
}

/** Whether somebody may import a file without a known signature. */
const mayTrust = ({ role }: { role: AdminRole | null }): boolean => hasPermission(role, 'trust-backups')

const describeFile = (file: CheckedFile): FileVerification =>
  fieldsOf(fileVerification, {
    ...file,
    signedBy: file.signedBy ?? null,
    signerName: file.signerName ?? null,
  })

function refuseDamaged(error: unknown): never {
  if (error instanceof DamagedFile) refuse('backup-damaged', error.said)
  throw error
}

/** Milliseconds after which a file belongs to a process that ended: no import takes this long. */
const abandonedAfterMs = 6 * 60 * 60 * 1000

/**
 * Reads a file in pieces that are verified within milliseconds. Memory of larger ones would be kept until the next full
 * collection of garbage.
 */
export const openBackupFile = (path: string): AsyncIterable<Uint8Array> =>
  createReadStream(path, { highWaterMark: 16 * 1024 })

/**
 * Stores a body in a temporary file that only its owner can read, and passes it on. The file is removed at the end. Refuses
 * with `storage-unavailable` when the disk is full.
 */
export async function withUploadedFile<Result>(
  folder: string,
  body: AsyncIterable<Uint8Array>,
  task: (file: BackupFile) => Promise<Result>,
): Promise<Result> {
  await createFolder(folder)
  await removeAbandonedFiles(folder)
  const path = join(folder, `.import.${randomUUID()}.tmp`)
  try {
    await pipeline(Readable.from(body), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return await task({ open: () => openBackupFile(path) })
  } catch (error) {
    if (isFullDisk(error)) refuse('storage-unavailable', say('noSpaceForFile'))
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** Removes files that were left by processes which ended during an import. */
async function removeAbandonedFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!isTemporaryFile(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}
