// Keeps an uploaded backup file as a temporary file while it is verified and imported.

import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { createFolder, isFullDisk, isTemporaryFile } from '@thirty/infra/files/durable-files.ts'
import type { BackupFile } from './import-backup.ts'

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
  createFolder(folder)
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
