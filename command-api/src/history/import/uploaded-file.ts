// Keeps an uploaded backup file as a temporary file while it is verified and imported; `openBackupFile` reads one in any folder.

import { createReadStream } from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { createFolder } from '@thirty/infra/files/durable-files.ts'
import { isFullDisk } from '@thirty/infra/system-errors.ts'
import type { BackupFile } from './import-backup.ts'

/** Pieces that are verified within milliseconds. Memory of larger ones would be kept until the next full collection of garbage. */
const pieceBytes = 16 * 1024

/** Yields the bytes of a file in pieces, for the operator's check of a backup file. */
export const openBackupFile = (path: string): AsyncIterable<Uint8Array> =>
  createReadStream(path, { highWaterMark: pieceBytes })

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
    if (isFullDisk(error)) refuse('storage-unavailable', say('noSpaceForFile'))
    throw error
  }
}
