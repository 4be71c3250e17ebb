// Reads and writes the anchor, a small file beside the embedded log with the position and hash of its newest event.

import { hash } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFolder, flushFolderSync, readIfExists } from '../../files/durable-files.ts'
import { isFullDisk } from '../../system-errors.ts'

/**
 * The end of the log when the anchor file was last written. SQLite cannot detect that the newest events are missing; a
 * comparison with the anchor can.
 */
export type HeadAnchor = { position: number; hash: string }

const fileOf = (folder: string) => join(folder, 'events.head')

/**
 * Reads the anchor; `undefined` when there is none. Throws an Error with a message for the operator when it is
 * damaged.
 */
export function readHeadAnchor(folder: string): HeadAnchor | undefined {
  const text = readIfExists(fileOf(folder))
  if (text === undefined) return undefined
  const [position = '', lastHash = '', check = ''] = text.trimEnd().split(' ')
  if (check !== checksum(position, lastHash)) throw new Error(`The head anchor ${fileOf(folder)} is damaged.`)
  return { position: Number(position), hash: lastHash }
}

const checksum = (position: string, lastHash: string) => hash('sha256', `${position} ${lastHash}`)

const format = ({ position, hash: lastHash }: HeadAnchor) =>
  `${position} ${lastHash} ${checksum(String(position), lastHash)}\n`

/** Replaces the anchor atomically: after a power loss either the old one or the new one is intact. */
export function writeHeadAnchorSync(folder: string, anchor: HeadAnchor) {
  const draft = `${fileOf(folder)}.new`
  writeFileSync(draft, format(anchor), { flush: true })
  renameSync(draft, fileOf(folder))
  flushFolderSync(folder)
}

/** Like `writeHeadAnchorSync`, without blocking the thread. */
async function writeHeadAnchor(folder: string, anchor: HeadAnchor) {
  const draft = `${fileOf(folder)}.new`
  await writeFile(draft, format(anchor), { flush: true })
  await rename(draft, fileOf(folder))
  await flushFolder(folder)
}

/** Short enough that the anchor is less than a second behind, even on a slow disk. */
const delayMs = 500

/**
 * Writes the head of the log to the anchor file, delayed and at most once per delay. Calls `onFailure` for every
 * error except a full disk, after which it tries again.
 */
export function headAnchorWriter(
  folder: string,
  head: () => HeadAnchor,
  onFailure: (error: unknown) => void,
) {
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write() {
    try {
      await writeHeadAnchor(folder, head())
      timer = undefined
    } catch (error) {
      if (!isFullDisk(error)) return onFailure(error)
      timer = setTimeout(start, delayMs)
    }
  }
  const start = () => {
    writing = write()
  }

  return {
    schedule() {
      timer ??= setTimeout(start, delayMs)
    },
    /** Waits for a pending write and writes the current head. On a full disk an older anchor stays, which is as valid. */
    async close() {
      clearTimeout(timer)
      await writing
      clearTimeout(timer)
      try {
        writeHeadAnchorSync(folder, head())
      } catch (error) {
        if (!isFullDisk(error)) throw error
      }
    },
  }
}
