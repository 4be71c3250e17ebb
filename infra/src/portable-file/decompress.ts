// Decompresses a portable file piece by piece, within limits.

import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { errorCode } from '../system-errors.ts'
import {
  checksumBytes,
  DamagedFile,
  encodeEnd,
  gzipHeader,
  maxEndBytes,
  maxTrailerBytes,
  type FileLimits,
} from './format.ts'
import { say } from '@thirty/contracts/texts/text.ts'

/** The guard against decompression bombs. Content below this size may be compressed in any ratio: decompressing it costs nothing. */
const ratioFreeBytes = 16 * 1024 ** 2

/** Reading throws `DamagedFile`, also when a limit is exceeded. */
export function decompress(source: AsyncIterable<Uint8Array>, limits: FileLimits) {
  let fileBytes = 0
  const hash = createHash('sha256')
  /** The last bytes so far, which are not part of the hash if they are the end of the file. */
  let tail: Buffer = Buffer.alloc(0)

  async function* compressed() {
    for await (const chunk of source) {
      const header = gzipHeader.subarray(fileBytes, fileBytes + chunk.length)
      if (!header.equals(chunk.subarray(0, header.length))) throw new DamagedFile(say('otherFile'))
      fileBytes += chunk.length
      if (fileBytes > limits.fileBytes) throw new DamagedFile(say('exportTooLarge'))
      const held = Buffer.concat([tail, chunk])
      tail = Buffer.from(held.subarray(-maxEndBytes))
      hash.update(held.subarray(0, held.length - tail.length))
      yield chunk
    }
    if (fileBytes < gzipHeader.length) throw new DamagedFile(say('empty'))
  }

  return {
    /** How much of the file was read. */
    fileBytes: () => fileBytes,

    /** Yields the lines of the file, the trailer included. */
    async *content(): AsyncGenerator<Buffer> {
      const gunzip = createGunzip({ chunkSize: 64 * 1024 })
      // The error is thrown to the reader of `gunzip`, too.
      pipeline(Readable.from(compressed()), gunzip).catch(() => undefined)
      let contentBytes = 0
      try {
        for await (const chunk of gunzip) {
          const bytes: Buffer = chunk
          contentBytes += bytes.length
          if (contentBytes > limits.contentBytes) throw new DamagedFile(say('contentTooLarge'))
          if (contentBytes > ratioFreeBytes && contentBytes > fileBytes * limits.ratio)
            throw new DamagedFile(say('compressedTooMuch'))
          yield bytes
        }
      } catch (error) {
        const code = errorCode(error)
        if (!code.startsWith('Z_')) throw error
        // This code says that data is missing.
        throw new DamagedFile(say(code === 'Z_BUF_ERROR' ? 'endDamaged' : 'dataDamaged'))
      }
    },

    /** Returns the hash of all bytes before the last block. Throws `DamagedFile` unless that block holds exactly the trailer. */
    hashBefore(trailer: Buffer): string {
      if (trailer.length > maxTrailerBytes) throw new DamagedFile(say('endDamaged'))
      const end = encodeEnd(trailer, tail.subarray(-checksumBytes))
      if (!tail.subarray(-end.length).equals(end)) throw new DamagedFile(say('endDamaged'))
      return hash.update(tail.subarray(0, -end.length)).digest('hex')
    },
  }
}
