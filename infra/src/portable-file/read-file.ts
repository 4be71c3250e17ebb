// Reads a portable file, such as a backup file, in bounded memory, and checks that it is whole and unchanged (`format.ts`). What its events
// say is for the caller to check.

import { Buffer, isUtf8 } from 'node:buffer'
import { decompress } from './decompress.ts'
import { DamagedFile, defaultLimits, sha256, type FileLimits, type PortableFileFormat } from './format.ts'
import { say, type Text } from '@thirty/contracts/texts/text.ts'

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
  limits?: Partial<FileLimits>
  /** Called often, with the size of the file that was read so far and the number of events. */
  onProgress?: (progress: { bytes: number; events: number }) => void
}

/** Throws `DamagedFile`, possibly only at the end: do nothing that lasts before all parts were read. */
export async function* readPortableFile(
  source: AsyncIterable<Uint8Array>,
  { format, limits: someLimits, onProgress }: ReadOptions,
): AsyncGenerator<FilePart> {
  const limits = { ...defaultLimits, ...someLimits }
  const lines = lineReader(limits)
  const file = decompress(source, limits)
  const progress = () => ({ bytes: file.fileBytes(), events: lines.eventCount() })
  for await (const piece of file.content()) {
    const line = lines.lineNumber() + 1
    const events: unknown[] = []
    for (const text of lines.split(piece)) {
      if (lines.lineNumber() === 1) yield headerOf(text, format)
      else events.push(lines.eventOf(text))
    }
    if (events.length > 0) yield { kind: 'events', events, line: Math.max(line, 2) }
    onProgress?.(progress())
  }
  yield trailerOf(lines, file.hashBefore)
}

type LineReader = ReturnType<typeof lineReader>

/** Splits content into lines and checks that each follows the one before. The last one is the trailer. */
function lineReader(limits: FileLimits) {
  let lineNumber = 0
  let eventCount = 0
  /** Hash of the line before the current one, and of the current one. */
  let previousHash = ''
  let hash = ''
  /** The last complete line, if any: only the next one tells that it is not the trailer. */
  let held: Buffer[] = []
  let rest: Buffer[] = []
  let restBytes = 0

  function next(line: Buffer): string {
    lineNumber += 1
    previousHash = hash
    hash = sha256(line)
    return decode(line, say('lineNumber', { line: lineNumber }))
  }

  return {
    lineNumber: () => lineNumber,
    eventCount: () => eventCount,
    /** Returns the complete lines up to the end of a piece, without the last one. */
    *split(piece: Buffer): Generator<string> {
      let start = 0
      for (;;) {
        const end = piece.indexOf(lineFeed, start)
        const part = piece.subarray(start, end < 0 ? undefined : end)
        restBytes += part.length
        if (restBytes > limits.lineBytes)
          throw new DamagedFile(say('lineTooLong', { line: lineNumber + held.length + 1 }))
        rest.push(part)
        if (end < 0) return
        for (const line of held) yield next(line)
        held = [Buffer.concat(rest)]
        rest = []
        restBytes = 0
        start = end + 1
      }
    },
    /** Returns the event of the current line. */
    eventOf(text: string): unknown {
      const name = say('lineNumber', { line: lineNumber })
      const { previous, event } = parseFields(text, ['previous', 'event'], name)
      if (previous !== previousHash) throw new DamagedFile(say('doesNotFollow', { part: name }))
      eventCount += 1
      if (eventCount > limits.events) throw new DamagedFile(say('tooManyEvents'))
      return event
    },
    /** Returns the last line and the hash of the one before. Throws if it is incomplete, or if there is none before. */
    trailer(): { line: string; finalHash: string } {
      const [line] = held
      if (line === undefined || restBytes > 0 || lineNumber === 0) throw new DamagedFile(say('middleOfLine'))
      return { line: decode(line, say('theTrailer')), finalHash: hash }
    },
  }
}

const lineFeed = 0x0a

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

function trailerOf(lines: LineReader, hashBefore: (trailer: Buffer) => string): FilePart {
  const { line, finalHash } = lines.trailer()
  const compressedHash = hashBefore(Buffer.from(`${line}\n`))
  const fields = ['count', 'finalHash', 'compressedHash', 'data']
  const { count, data, ...hashes } = parseFields(line, fields, say('theTrailer'))
  if (count !== lines.eventCount())
    throw new DamagedFile(say('otherCount', { events: lines.eventCount(), count: String(count) }))
  if (hashes['finalHash'] !== finalHash) throw new DamagedFile(say('otherHash'))
  if (hashes['compressedHash'] !== compressedHash) throw new DamagedFile(say('otherCompressedHash'))
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
