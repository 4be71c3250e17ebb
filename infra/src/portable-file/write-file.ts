// Writes a portable file, as fast as the caller reads it.

import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'
import {
  defaultLimits,
  encodeChecksum,
  encodeEnd,
  gzipHeader,
  maxTrailerBytes,
  sha256,
  type PortableFileFormat,
} from './format.ts'

/** What a file is written from. `header`, events and trailer are plain JSON objects. */
export type FileContent = {
  format: PortableFileFormat
  productVersion: string
  header: object
  /** Batches of events in their order. */
  events: AsyncIterable<readonly object[]>
  /** Called after the last event, with the final hash. */
  trailer: (finalHash: string) => object
}

/** Bytes of lines that are compressed at once. */
const pieceBytes = 64 * 1024
/** Measured: a higher level takes three times as long for four percent. */
const compression = { level: 4, chunkSize: pieceBytes, finishFlush: constants.Z_FULL_FLUSH }

/** Returns the final hash. Throws what `events` and `trailer` throw, and a RangeError for a line that no reader would accept. */
export async function* writePortableFile(content: FileContent): AsyncGenerator<Buffer, string> {
  const lines = new LineWriter()
  const compressedHash = createHash('sha256').update(gzipHeader)
  yield gzipHeader
  const deflate = createDeflateRaw(compression)
  const writing = pipeline(Readable.from(pieces(lines, content)), deflate)
  // The error is thrown to the reader of `deflate`, too.
  writing.catch(() => undefined)
  for await (const chunk of deflate) {
    const bytes: Buffer = chunk
    compressedHash.update(bytes)
    yield bytes
  }
  await writing
  const { count, finalHash } = lines
  const trailer = {
    count,
    finalHash,
    compressedHash: compressedHash.digest('hex'),
    data: content.trailer(finalHash),
  }
  const bytes = Buffer.from(`${JSON.stringify(trailer)}\n`)
  if (bytes.length > maxTrailerBytes) throw new RangeError('The trailer is too long.')
  yield encodeEnd(bytes, encodeChecksum(crc32(bytes, lines.crc), lines.size + bytes.length))
  return finalHash
}

/** Returns the header and the events as pieces of text with whole lines. */
async function* pieces(lines: LineWriter, { format, productVersion, header, events }: FileContent) {
  lines.add({ format: format.name, formatVersion: format.version, productVersion, data: header })
  for await (const batch of events)
    for (const event of batch) {
      lines.addEvent(event)
      if (lines.pendingBytes >= pieceBytes) yield lines.take()
    }
  yield lines.take()
}

/** Turns objects into lines, each with the hash of the one before. */
class LineWriter {
  count = 0
  crc = 0
  size = 0
  finalHash = ''
  pendingBytes = 0
  #pending: Buffer[] = []

  addEvent(event: object): void {
    this.add({ previous: this.finalHash, event })
    this.count += 1
  }

  add(value: object): void {
    const line = Buffer.from(`${JSON.stringify(value)}\n`)
    if (line.length - 1 > defaultLimits.lineBytes) throw new RangeError('A line is too long for the file.')
    this.finalHash = sha256(line.subarray(0, -1))
    this.#pending.push(line)
    this.pendingBytes += line.length
  }

  /** Returns the lines that were added since the last call. */
  take(): Buffer {
    const piece = Buffer.concat(this.#pending)
    this.#pending = []
    this.pendingBytes = 0
    this.crc = crc32(piece, this.crc)
    this.size += piece.length
    return piece
  }
}
