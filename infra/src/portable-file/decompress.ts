// Decompresses a portable file piece by piece, within limits.

import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createInflateRaw } from 'node:zlib'
import { DamagedFile, type FileLimits } from './format.ts'
import { decodeEnd, gzipHeader, maxEndBytes, type Checksum } from './gzip-frame.ts'
import { say } from '@thirty/contracts/texts/text.ts'

/** The guard against decompression bombs. Content below this size may be compressed in any ratio: decompressing it costs nothing. */
const ratioFreeBytes = 16 * 1024 ** 2
const decompression = { chunkSize: 64 * 1024, finishFlush: constants.Z_SYNC_FLUSH }

/** The end of a decompressed file: its trailer, and the hash of all bytes before the block of the trailer. */
export type FileEnd = { trailer: Buffer; compressedHash: string }

/**
 * Yields the content of a file without its trailer, which it returns at the end. `onBytes` receives the number of compressed bytes so far.
 * Throws `DamagedFile`, also when a limit is exceeded.
 */
export async function* decompress(
  source: AsyncIterable<Uint8Array>,
  limits: FileLimits,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer, FileEnd> {
  const body = compressedBody(source, limits, onBytes)
  const inflate = createInflateRaw(decompression)
  const reading = pipeline(Readable.from(body.chunks()), inflate)
  // The error is thrown to the reader of `inflate`, too.
  reading.catch(() => undefined)
  const content = { crc: 0, size: 0 }
  try {
    for await (const chunk of inflate) {
      const bytes: Buffer = chunk
      content.size += bytes.length
      content.crc = crc32(bytes, content.crc)
      requireWithinLimits(content.size, body.fileBytes, limits)
      yield bytes
    }
  } catch (error) {
    throw isZlibError(error) ? new DamagedFile(say('dataDamaged')) : error
  } finally {
    // Data that ends early leaves the source unread.
    inflate.destroy()
  }
  const { end, compressedHash } = body
  // The decompression stops at the end that the data marks, even if bytes follow.
  if (end === undefined || inflate.bytesWritten !== body.compressedBytes)
    throw new DamagedFile(say('behindEnd'))
  content.size += end.trailer.length
  content.crc = crc32(end.trailer, content.crc)
  requireWithinLimits(content.size, body.fileBytes, limits)
  if (content.crc !== end.checksum.crc || content.size % 2 ** 32 !== end.checksum.size)
    throw new DamagedFile(say('checksumWrong'))
  return { trailer: end.trailer, compressedHash }
}

/** Reads the compressed data of a file. `end` and `compressedHash` are known when all chunks were read. */
function compressedBody(
  source: AsyncIterable<Uint8Array>,
  limits: FileLimits,
  onBytes: (bytes: number) => void,
) {
  const body = {
    fileBytes: 0,
    compressedBytes: 0,
    end: undefined as { trailer: Buffer; checksum: Checksum } | undefined,
    compressedHash: '',
    async *chunks(): AsyncGenerator<Buffer> {
      const hash = createHash('sha256')
      const pass = (bytes: Buffer): Buffer => {
        hash.update(bytes)
        body.compressedBytes += bytes.length
        onBytes(body.fileBytes)
        return bytes
      }
      let held: Buffer = Buffer.alloc(0)
      let isHeaderRead = false
      for await (const chunk of source) {
        body.fileBytes += chunk.length
        if (body.fileBytes > limits.fileBytes) throw new DamagedFile(say('exportTooLarge'))
        held = Buffer.concat([held, chunk])
        if (!isHeaderRead && held.length >= gzipHeader.length) {
          hash.update(gzipHeader)
          held = withoutHeader(held)
          isHeaderRead = true
        }
        // The end of the file is not compressed data, so its longest form is held back.
        if (!isHeaderRead || held.length <= maxEndBytes) continue
        const ready = held.subarray(0, held.length - maxEndBytes)
        held = Buffer.from(held.subarray(held.length - maxEndBytes))
        yield pass(ready)
      }
      if (!isHeaderRead) throw new DamagedFile(say('empty'))
      const { compressed, trailer, checksum } = decodeEnd(held)
      yield pass(compressed)
      body.compressedHash = hash.digest('hex')
      body.end = { trailer, checksum }
    },
  }
  return body
}

function withoutHeader(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, gzipHeader.length).equals(gzipHeader)) throw new DamagedFile(say('otherFile'))
  return bytes.subarray(gzipHeader.length)
}

function requireWithinLimits(contentBytes: number, fileBytes: number, limits: FileLimits): void {
  if (contentBytes > limits.contentBytes) throw new DamagedFile(say('contentTooLarge'))
  if (contentBytes > ratioFreeBytes && contentBytes > fileBytes * limits.ratio)
    throw new DamagedFile(say('compressedTooMuch'))
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
