// Stores images as files of a folder.

import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder, flushFolder, isTemporaryFile, writeFileAtomically } from '../files/durable-files.ts'
import { ignoreMissing, isFullDisk } from '../system-errors.ts'
import { MediaUnavailable, requireImageName, imageNamePattern, type Media } from './media.ts'

/**
 * Stores images as files of one directory, which is created when missing. Deletes temporary files that a crash left.
 */
export async function diskMedia(directory: string): Promise<Media> {
  createFolder(directory)
  for (const name of await readdir(directory))
    if (isTemporaryFile(name)) await rm(join(directory, name), { force: true })
  const fileOf = (name: string): string | undefined =>
    imageNamePattern.test(name) ? join(directory, name) : undefined

  return {
    put: async (name, content) => {
      requireImageName(name)
      await writeFileAtomically(directory, name, content).catch((error: unknown) => {
        // A state to wait for, and no fault of the program.
        if (isFullDisk(error))
          throw new MediaUnavailable('The disk is full; no image was stored.', { cause: error })
        throw error
      })
    },
    open: async (name) => {
      const file = fileOf(name)
      const handle = file && (await open(file, 'r').catch(ignoreMissing))
      if (!handle) return undefined
      const { size } = await handle.stat().catch(async (error: unknown) => {
        // Later versions of Node throw for a handle that nobody has closed.
        await handle.close()
        throw error
      })
      // The stream closes the file when it ends or is destroyed.
      return { size, content: handle.createReadStream() }
    },
    remove: async (name) => {
      const file = fileOf(name)
      if (!file) return
      await rm(file, { force: true })
      await flushFolder(directory)
    },
    close: async () => undefined,
  }
}
