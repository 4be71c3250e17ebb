import { Buffer } from 'node:buffer'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import {
  encodeChecksum,
  encodeEnd,
  gzipHeader,
  sha256,
  type PortableFileFormat,
} from '@thirty/infra/portable-file/format.ts'
import { readPortableFile, type FilePart, type ReadOptions } from '@thirty/infra/portable-file/read-file.ts'
import { writePortableFile } from '@thirty/infra/portable-file/write-file.ts'

const exampleFormat: PortableFileFormat = { name: 'example', version: 1 }

export async function* batches<Value>(...values: readonly (readonly Value[])[]) {
  yield* values
}

/** Writes a file with these batches of events. */
export const exampleWriter = (events: AsyncIterable<readonly object[]>, trailer: object = { digest: 'd' }) =>
  writePortableFile({
    format: exampleFormat,
    productVersion: '1.2.3',
    header: { title: 'Three events' },
    events,
    trailer: () => trailer,
  })

/** Writes a file with events in several batches. */
export const exampleFile = async (...events: readonly (readonly object[])[]): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(exampleWriter(batches(...events))))

/** Reads a file in pieces of a size, and returns all its parts. */
export async function partsOf(
  file: Uint8Array,
  { pieceBytes = 1_000, ...options }: Partial<ReadOptions> & { pieceBytes?: number } = {},
): Promise<FilePart[]> {
  async function* pieces() {
    for (let start = 0; start < file.length; start += pieceBytes)
      yield file.subarray(start, start + pieceBytes)
  }
  return Array.fromAsync(readPortableFile(pieces(), { format: exampleFormat, ...options }))
}

/**
 * Builds a file from lines as they are given, with hashes, counts and checksums that fit unless `trailer` has others. For
 * files that the writer would never write.
 */
export function forgedFile(lines: readonly (string | Buffer)[], trailer: object = {}): Buffer {
  const body = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]))
  const compressed = deflateRawSync(body, { finishFlush: constants.Z_FULL_FLUSH })
  const fields = {
    count: lines.length - 1,
    finalHash: sha256(Buffer.from(lines.at(-1) ?? '')),
    compressedHash: sha256(Buffer.concat([gzipHeader, compressed])),
    data: {},
    ...trailer,
  }
  const end = Buffer.from(`${JSON.stringify(fields)}\n`)
  const checksum = encodeChecksum(crc32(end, crc32(body)), body.length + end.length)
  return Buffer.concat([gzipHeader, compressed, encodeEnd(end, checksum)])
}

/** Returns lines in which every event has the hash of the line before it. */
export function chainedLines(header: object, ...events: readonly unknown[]): string[] {
  const lines = [JSON.stringify(header)]
  for (const event of events)
    lines.push(JSON.stringify({ previous: sha256(Buffer.from(lines.at(-1) ?? '')), event }))
  return lines
}

export const exampleHeader = { format: 'example', formatVersion: 1, productVersion: '1.2.3', data: {} }
