// Reads a portable file, such as a backup file, in bounded memory, and checks that it is whole and unchanged (`format.ts`). What its events
// say is for the caller to check.

import { Buffer, isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { say, type Text } from '@thirty/contracts/texts/text.ts'
import { errorCode } from '../system-errors.ts'
import {
  checksumBytes,
  DamagedFile,
  defaultLimits,
  encodeEnd,
  gzipHeader,
  maxEndBytes,
  maxTrailerBytes,
  sha256,
  type PortableFileFormat,
} from './format.ts'

/**
 * A part of a file. `header` comes first, then batches of events, then the trailer. `line` is the line number of the first
 * event of a batch. The caller checks the content of `data` and of the events.
 */
export type FilePart =
  | { kind: 'header'; formatVersion: number; productVersion: string; data: unknown }
  | { kind: 'events'; events: readonly unknown[]; line: number }
  | { kind: 'trailer'; count: number; finalHash: string; data: unknown }

export type ReadOptions = {
  format: PortableFileFormat
  limits?: Partial<typeof defaultLimits>
  /** Called often, with the size of the file that was read so far and the number of events. */
  onProgress?: (progress: { bytes: number; events: number }) => void
}

/** Throws `DamagedFile`, possibly only at the end: do nothing that lasts before all parts were read. */
export async function* readPortableFile(
  source: AsyncIterable<Uint8Array>,
  { format, limits: someLimits, onProgress }: ReadOptions,
): AsyncGenerator<FilePart> {
  const limits = { ...defaultLimits, ...someLimits }
  const file = decompress(source, limits)
  const lines = lineSplitter(limits.lineBytes)
  let lineNumber = 0
  /** Hash of the last line. */
  let hash = ''
  for await (const piece of file.content()) {
    const events: unknown[] = []
    for (const line of lines.split(piece)) {
      lineNumber += 1
      const name = say('lineNumber', { line: lineNumber })
      const text = decode(line, name)
      if (lineNumber === 1) yield headerOf(text, format)
      else events.push(eventOf(text, hash, name))
      if (lineNumber - 1 > limits.events) throw new DamagedFile(say('tooManyEvents'))
      hash = sha256(line)
    }
    if (events.length > 0) yield { kind: 'events', events, line: lineNumber - events.length + 1 }
    onProgress?.({ bytes: file.fileBytes(), events: Math.max(lineNumber - 1, 0) })
  }
  const line = lines.last()
  if (line === undefined || lineNumber === 0) throw new DamagedFile(say('middleOfLine'))
  const compressedHash = file.hashBefore(Buffer.concat([line, Buffer.of(lineFeed)]))
  yield trailerOf(decode(line, say('theTrailer')), { count: lineNumber - 1, finalHash: hash, compressedHash })
}

const lineFeed = 0x0a

/** Splits content into lines without their ends. */
function lineSplitter(maxBytes: number) {
  let lineCount = 0
  /** The last complete line: only the next one tells that it is not the trailer. */
  let held: Buffer | undefined
  let rest: Buffer[] = []
  let restBytes = 0
  return {
    /** Yields the complete lines up to the end of a piece, without the last one. */
    *split(piece: Buffer): Generator<Buffer> {
      let start = 0
      for (;;) {
        const end = piece.indexOf(lineFeed, start)
        const part = piece.subarray(start, end < 0 ? undefined : end)
        restBytes += part.length
        if (restBytes > maxBytes) throw new DamagedFile(say('lineTooLong', { line: lineCount + 1 }))
        rest.push(part)
        if (end < 0) return
        if (held !== undefined) yield held
        lineCount += 1
        held = Buffer.concat(rest)
        rest = []
        restBytes = 0
        start = end + 1
      }
    },
    /** Returns the last line of all; `undefined` if it is incomplete. */
    last: () => (restBytes > 0 ? undefined : held),
  }
}

function headerOf(text: string, format: PortableFileFormat): FilePart {
  const name = say('theHeader')
  const { format: formatName, formatVersion } = parse(text, name)
  if (formatName !== format.name) throw new DamagedFile(say('otherFormat', { format: format.name }))
  if (typeof formatVersion === 'number' && formatVersion > format.version)
    throw new DamagedFile(say('newerRelease', { version: formatVersion, known: format.version }))
  const { productVersion, data } = parseFields(
    text,
    ['format', 'formatVersion', 'productVersion', 'data'],
    name,
  )
  if (typeof formatVersion !== 'number' || formatVersion !== format.version)
    throw new DamagedFile(say('unknownVersion'))
  if (typeof productVersion !== 'string') throw new DamagedFile(say('noProductVersion'))
  return { kind: 'header', formatVersion, productVersion, data }
}

function eventOf(text: string, previousHash: string, name: Text): unknown {
  const { previous, event } = parseFields(text, ['previous', 'event'], name)
  if (previous !== previousHash) throw new DamagedFile(say('doesNotFollow', { part: name }))
  return event
}

/** `actual`: what the file has before the trailer. */
function trailerOf(
  text: string,
  actual: { count: number; finalHash: string; compressedHash: string },
): FilePart {
  const fields = ['count', 'finalHash', 'compressedHash', 'data']
  const { count, finalHash, compressedHash, data } = parseFields(text, fields, say('theTrailer'))
  if (count !== actual.count)
    throw new DamagedFile(say('otherCount', { events: actual.count, count: String(count) }))
  if (finalHash !== actual.finalHash) throw new DamagedFile(say('otherHash'))
  if (compressedHash !== actual.compressedHash) throw new DamagedFile(say('otherCompressedHash'))
  return { kind: 'trailer', count, finalHash, data }
}

function decode(line: Buffer, name: Text): string {
  if (!isUtf8(line)) throw new DamagedFile(say('notUtf8', { part: name }))
  return line.toString()
}

/** Returns an object with exactly these fields, in this order. Throws `DamagedFile`. */
function parseFields(text: string, fields: readonly string[], name: Text): Record<string, unknown> {
  const value = parse(text, name)
  const names = Object.keys(value)
  if (names.length !== fields.length || names.some((field, index) => field !== fields[index]))
    throw new DamagedFile(say('otherFields', { part: name, fields: fields.join(', ') }))
  return value
}

/** Parses an object that is written as `JSON.stringify` writes it, so that every text has one meaning only. */
function parse(text: string, name: Text): Record<string, unknown> {
  let value: unknown
  let canonical: string
  try {
    value = JSON.parse(text)
    // Throws for a value that is nested too deeply.
    canonical = JSON.stringify(value)
  } catch {
    throw new DamagedFile(say('notJson', { part: name }))
  }
  if (canonical !== text) throw new DamagedFile(say('otherForm', { part: name }))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DamagedFile(say('noObject', { part: name }))
  // Safe: any object can be read by text keys.
  return value as Record<string, unknown>
}

/** The guard against decompression bombs. Content below this size may be compressed in any ratio: decompressing it costs nothing. */
const ratioFreeBytes = 16 * 1024 ** 2

/** Decompresses a file piece by piece. Reading throws `DamagedFile`, also when a limit is exceeded. */
function decompress(source: AsyncIterable<Uint8Array>, limits: typeof defaultLimits) {
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
