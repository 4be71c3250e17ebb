import { hash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the log stood not long ago. SQLite cannot tell when the newest events are gone; this file can. */
export type HeadAnchor = { position: number; hash: string }

const nameOf = (folder: string) => join(folder, 'events.head')

/** `undefined` when there is none. Throws a sentence when it cannot be trusted. */
export function readHeadAnchor(folder: string): HeadAnchor | undefined {
  const text = readIfThere(nameOf(folder))
  if (text === undefined) return undefined
  const [position = '', tip = '', check = ''] = text.trimEnd().split(' ')
  if (check !== checksum(position, tip)) throw new Error(`The head anchor ${nameOf(folder)} is damaged.`)
  return { position: Number(position), hash: tip }
}

function readIfThere(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const checksum = (position: string, tip: string) => hash('sha256', `${position} ${tip}`)

const textOf = ({ position, hash: tip }: HeadAnchor) =>
  `${position} ${tip} ${checksum(String(position), tip)}\n`

/** Replaces the anchor; after a power loss there is the old one or the new one, whole. */
export function writeHeadAnchorSync(folder: string, anchor: HeadAnchor) {
  const draft = `${nameOf(folder)}.new`
  writeFileSync(draft, textOf(anchor), { flush: true })
  renameSync(draft, nameOf(folder))
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
}

/** The same without holding up the thread. */
export async function writeHeadAnchor(folder: string, anchor: HeadAnchor) {
  const draft = `${nameOf(folder)}.new`
  await writeFile(draft, textOf(anchor), { flush: true })
  await rename(draft, nameOf(folder))
  await using directory = await open(folder, 'r')
  await directory.sync()
}

/** Milliseconds. Together with the write itself less than a second, even on a slow disk. */
const delay = 500

/** Follows the head of the log with the anchor file. `onFailure` hears of every error but a full disk. */
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
      if (!isDiskFull(error)) return onFailure(error)
      timer = setTimeout(start, delay)
    }
  }
  const start = () => {
    writing = write()
  }

  return {
    /** There is a new head; the anchor follows soon. */
    schedule() {
      timer ??= setTimeout(start, delay)
    },
    /** Writes the last anchor. */
    async close() {
      clearTimeout(timer)
      await writing
      clearTimeout(timer)
      writeHeadAnchorSync(folder, head())
    },
  }
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
