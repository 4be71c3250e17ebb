// The format of snapshots, a file of parts: each is compressed JSON after its length in four bytes. The SHA-256 of everything before ends
// the file. It is for data that can be made again.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'
import { writeFileAtomically } from '../../files/durable-files.ts'
import { ignoreMissing } from '../../system-errors.ts'

const [lengthBytes, hashBytes] = [4, 32]
const compress = promisify(zstdCompress)
/** Level 1 halves the time of writing; higher levels save a tenth of the size. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** A part of a file, compressed. It keeps the whole file in memory, and can be written to another file as it is. */
export type SavedPart = Uint8Array

/** Makes a part of JSON, in the thread pool. */
export const toPart = (json: string): Promise<SavedPart> => compress(json, compression)

/** Decompresses and parses a part. `Content` is what was written. */
export const readPart = <Content>(part: SavedPart): Content =>
  // Safe: the checksum of the file was right.
  JSON.parse(zstdDecompressSync(part).toString()) as Content

/** Writes a file atomically, part by part. */
export const writeParts = (folder: string, name: string, parts: AsyncIterable<SavedPart>) =>
  writeFileAtomically(folder, name, encode(parts))

async function* encode(parts: AsyncIterable<SavedPart>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const part of parts) {
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32LE(part.length)
    const bytes = Buffer.concat([length, part])
    hash.update(bytes)
    yield bytes
  }
  yield hash.digest()
}

/** Reads a file; `undefined` if there is none. Throws if it is damaged. */
export async function readParts(path: string): Promise<SavedPart[] | undefined> {
  const file = await readFile(path).catch(ignoreMissing)
  if (file === undefined) return undefined
  const content = file.subarray(0, -hashBytes)
  // Hashed in the thread pool, so that a large file does not block the event loop.
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', content))
  if (!file.subarray(-hashBytes).equals(hash)) throw new Error('It is damaged.')
  const parts: SavedPart[] = []
  for (let at = 0; at < content.length;) {
    const end = at + lengthBytes + content.readUInt32LE(at)
    parts.push(content.subarray(at + lengthBytes, end))
    at = end
  }
  return parts
}
