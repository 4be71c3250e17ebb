// Handlers that say what is in a file of an exported backup, and import it. Meanwhile they keep it as a temporary file.

import { open, rm, type FileHandle } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileVerification, historyEndpoints, type FileVerification } from '@thirty/contracts/backups/api.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import { SharedCapacity } from '@thirty/infra/concurrency-limit.ts'
import { createFolder } from '@thirty/infra/files/durable-files.ts'
import { isFullDisk } from '@thirty/infra/system-errors.ts'
import { newContext, parseIdempotencyKey } from '../../idempotency.ts'
import type { Parts } from '../../parts.ts'
import { importBackup, previewImport, type BackupFile, type CheckedFile } from './import-backup.ts'
import { pieceBytes } from './verify-backup-file.ts'

/** How many imports are verified or appended at once, and how many wait with their files stored. */
const maxConcurrent = 2
const maxWaiting = 20

export function importHandlers(parts: Parts): Endpoint[] {
  const capacity = new SharedCapacity(maxConcurrent, { maxWaiting })
  return [
    endpoint(historyEndpoints.previewImport)(async ({ body, caller, report }) => {
      const { file, listed } = await withUploadedFile(parts.importFolder, body, (uploaded) => {
        report({ step: 'waiting', events: 0, total: 0 })
        return capacity.run(1, () => previewImport(uploaded, parts, report).catch(refuseDamaged))
      })
      const { name, createdAt, statistics } = file.header
      const total = file.people.size
      return {
        name,
        createdAt,
        statistics,
        backupId: listed ?? null,
        people: { total, unknown: total - (await parts.countAccounts(file.people)) },
        mayImport: file.origin !== 'unknown' || hasPermission(caller.role, 'trust-backups'),
        verification: describeFile(file),
      }
    }),
    endpoint(historyEndpoints.import)(async ({ body, caller, correlation, request, report }) => {
      // The content of a file identifies its import, so a key is checked and not needed.
      parseIdempotencyKey(request.headers['idempotency-key'])
      const context = newContext({ actor: caller.id, correlation })
      const imported = await withUploadedFile(parts.importFolder, body, (file) => {
        report({ step: 'waiting', events: 0, total: 0 })
        return capacity.run(1, () =>
          importBackup(parts, { ...file, role: caller.role }, context, report).catch(refuseDamaged),
        )
      })
      const { wasThere, file } = imported
      const position = await parts.waitForProjections(imported.position)
      const backup = await parts.describeBackup(imported.backup)
      if (backup === undefined) refuse('conflict', 'backupDeletedMeanwhile')
      return {
        message: wasThere ? 'This backup is already there.' : 'Backup imported',
        ...position,
        backup,
        wasThere,
        verification: describeFile(file),
      }
    }),
  ]
}

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

/** Reads a file from its beginning. Leaves it open: a stream would close it as soon as a reader ends before the file does. */
async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafe(pieceBytes), position })
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

/**
 * Stores a body in a temporary file, and passes it on. The file has no name, so nothing stays of it when the process ends. Refuses with
 * `storage-unavailable` when the disk is full.
 */
export async function withUploadedFile<Result>(
  folder: string,
  body: AsyncIterable<Uint8Array>,
  task: (file: BackupFile) => Promise<Result>,
): Promise<Result> {
  createFolder(folder)
  const path = join(folder, `.import.${randomUUID()}.tmp`)
  try {
    await using file = await open(path, 'wx+', 0o600)
    await rm(path)
    await file.writeFile(body)
    return await task({ open: () => piecesOf(file) })
  } catch (error) {
    if (isFullDisk(error)) refuse('storage-unavailable', 'noSpaceForFile')
    throw error
  }
}
