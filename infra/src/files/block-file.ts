import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { writeFileAtomically } from './atomic-file.ts'

// A file of compressed blocks with a checksum: blocks, then a description as JSON, its length in four bytes, and the SHA-256 of
// everything before in 32 bytes. It is for data that can be made again: a damaged file is treated as missing.

/** A named block of a file. */
export type Block = { name: string; data: Buffer }

/**
 * A block as it is in a file that was read and verified. It keeps the file in memory, compressed, and can be written to another
 * file as it is.
 */
export class StoredBlock {
  readonly name: string
  readonly compressed: Buffer

  constructor(name: string, compressed: Buffer) {
    this.name = name
    this.compressed = compressed
  }

  /** Decompresses the block. */
  read(): Buffer {
    return zstdDecompressSync(this.compressed)
  }
}

/** Compresses a block in the thread pool, so that it can be written to several files. */
export const compressBlock = async ({ name, data }: Block): Promise<StoredBlock> =>
  // A copy, because the result is part of a buffer of 64 KiB.
  new StoredBlock(name, Buffer.from(new Uint8Array(await compress(data, compression)).buffer))

/** What a file says about itself: details of the caller, and where its blocks are. */
export type BlockFileDescription = { details: unknown; blocks: readonly { name: string; bytes: number }[] }

export type BlockFile = {
  details: unknown
  /** Yields the blocks in order. Throws for a block that cannot be decompressed. */
  blocks(): AsyncIterable<Block>
  /** The blocks in order, each of which is decompressed when it is read. */
  stored: readonly StoredBlock[]
}

const format = 'blocks-1'
const lengthBytes = 4
const hashBytes = 32
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** Bytes that are written at once. */
const bytesPerWrite = 65_536
/** Level 1 halves the time of writing; higher levels save a tenth of the size. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

const descriptionSchema = z.object({
  format: z.literal(format),
  details: z.unknown(),
  blocks: z.array(z.object({ name: z.string(), bytes: z.int().nonnegative() })),
})

/** Writes a file atomically, block by block, and returns its path. Compression runs in the thread pool. */
export function writeBlockFile(
  folder: string,
  name: string,
  details: unknown,
  blocks: AsyncIterable<Block | StoredBlock>,
): Promise<string> {
  return writeFileAtomically(folder, name, encode(details, blocks))
}

async function* encode(details: unknown, blocks: AsyncIterable<Block | StoredBlock>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const written: { name: string; bytes: number }[] = []
  let [pending, pendingBytes] = [[] as Buffer[], 0]
  for await (const block of blocks) {
    const { name, compressed } = block instanceof StoredBlock ? block : await compressBlock(block)
    written.push({ name, bytes: compressed.length })
    hash.update(compressed)
    pending.push(compressed)
    pendingBytes += compressed.length
    if (pendingBytes < bytesPerWrite) continue
    yield Buffer.concat(pending)
    ;[pending, pendingBytes] = [[], 0]
  }
  const description = Buffer.from(JSON.stringify({ format, details, blocks: written }))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(description.length)
  hash.update(description).update(length)
  yield Buffer.concat([...pending, description, length, hash.digest()])
}

/**
 * Reads the description at the end of a file without verifying the file; `undefined` if there is none that can be read.
 */
export async function readDescription(path: string): Promise<BlockFileDescription | undefined> {
  try {
    await using handle = await open(path, 'r')
    const { size } = await handle.stat()
    const end = size - hashBytes - lengthBytes
    if (end < 0) return undefined
    const length = Buffer.alloc(lengthBytes)
    await handle.read(length, 0, lengthBytes, end)
    const bytes = length.readUInt32LE()
    if (bytes > end) return undefined
    const description = Buffer.alloc(bytes)
    await handle.read(description, 0, bytes, end - bytes)
    return parseDescription(description)
  } catch {
    return undefined
  }
}

/** Reads a file and verifies its checksum; `undefined` for a file that is missing, damaged or of another format. */
export async function readBlockFile(path: string): Promise<BlockFile | undefined> {
  const file = await readFile(path).catch(() => undefined)
  if (file === undefined || file.length < hashBytes + lengthBytes) return undefined
  const content = file.subarray(0, -hashBytes)
  if (!file.subarray(-hashBytes).equals(await sha256(content))) return undefined
  const end = content.length - lengthBytes
  const start = end - content.readUInt32LE(end)
  const description = start < 0 ? undefined : parseDescription(content.subarray(start, end))
  if (description === undefined) return undefined
  let offset = 0
  const stored = description.blocks.map(
    ({ name, bytes }) => new StoredBlock(name, content.subarray(offset, (offset += bytes))),
  )
  return {
    details: description.details,
    stored,
    async *blocks() {
      for (const { name, compressed } of stored) yield { name, data: await decompress(compressed) }
    },
  }
}

/** Hashes in the thread pool, so that a large file does not block the event loop. */
const sha256 = async (content: Buffer<ArrayBuffer>): Promise<Buffer> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', content))

function parseDescription(bytes: Buffer): BlockFileDescription | undefined {
  try {
    return descriptionSchema.parse(JSON.parse(bytes.toString()))
  } catch {
    return undefined
  }
}
