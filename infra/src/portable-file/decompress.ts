import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { DamagedFile, maxTrailerMemberBytes, splitTrailer, type FileLimits } from './format.ts'

/** Content below this size may be compressed in any ratio: it costs nothing. */
const ratioFreeBytes = 16 * 1024 ** 2
const decompression = { chunkSize: 64 * 1024 }

/** The end of a decompressed file: its trailer, and the hash of all bytes before that of the trailer. */
export type FileEnd = { trailer: Buffer; compressedHash: string }

/**
 * Decompresses a file piece by piece, without its trailer, which it returns at the end. `onBytes` receives the number of
 * compressed bytes so far. Throws `DamagedFile`, also when a limit is exceeded.
 */
export async function* decompress(
  source: AsyncIterable<Uint8Array>,
  limits: FileLimits,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer, FileEnd> {
  let [fileBytes, compressedBytes, contentBytes] = [0, 0, 0]
  let end: FileEnd | undefined

  async function* compressedPieces(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    let held: Buffer = Buffer.alloc(0)
    for await (const chunk of source) {
      fileBytes += chunk.length
      if (fileBytes > limits.fileBytes) throw new DamagedFile('The file is too large.')
      held = Buffer.concat([held, chunk])
      if (compressedBytes === 0) requireGzip(held)
      // The trailer is no compressed data, so its longest form is held back.
      if (held.length <= maxTrailerMemberBytes) continue
      const ready = held.subarray(0, held.length - maxTrailerMemberBytes)
      held = Buffer.from(held.subarray(ready.length))
      hash.update(ready)
      compressedBytes += ready.length
      onBytes(fileBytes)
      yield ready
    }
    if (held.length < gzipStart.length) throw new DamagedFile('The file is empty or incomplete.')
    const { compressed, trailer } = splitTrailer(held)
    compressedBytes += compressed.length
    onBytes(fileBytes)
    yield compressed
    end = { trailer, compressedHash: hash.update(compressed).digest('hex') }
  }

  const gunzip = createGunzip(decompression)
  const reading = pipeline(Readable.from(compressedPieces()), gunzip)
  // The error is thrown to the reader of `gunzip`, too.
  reading.catch(() => undefined)
  try {
    for await (const chunk of gunzip) {
      const bytes: Buffer = chunk
      contentBytes += bytes.length
      requireWithinLimits(contentBytes, fileBytes, limits)
      yield bytes
    }
  } catch (error) {
    throw isZlibError(error) ? new DamagedFile('The compressed data is damaged.') : error
  } finally {
    // Data that ends early leaves the source unread.
    gunzip.destroy()
  }
  // The decompression ends by itself where the data says so, whatever follows.
  if (end === undefined || gunzip.bytesWritten !== compressedBytes)
    throw new DamagedFile('There is extra data after the end of the file.')
  requireWithinLimits(contentBytes + end.trailer.length, fileBytes, limits)
  return end
}

const gzipStart = Buffer.from([0x1f, 0x8b, 0x08])

function requireGzip(bytes: Buffer): void {
  const start = bytes.subarray(0, gzipStart.length)
  if (!gzipStart.subarray(0, start.length).equals(start))
    throw new DamagedFile('The file does not begin like an exported file.')
}

function requireWithinLimits(contentBytes: number, fileBytes: number, limits: FileLimits): void {
  if (contentBytes > limits.contentBytes) throw new DamagedFile('The content of the file is too large.')
  if (contentBytes > ratioFreeBytes && contentBytes > fileBytes * limits.ratio)
    throw new DamagedFile('The file is compressed far more than an exported file.')
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
