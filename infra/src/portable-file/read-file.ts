import { Buffer, isUtf8 } from 'node:buffer'
import { decompress } from './decompress.ts'
import { DamagedFile, defaultLimits, sha256, type FileLimits, type PortableFileFormat } from './format.ts'

/**
 * A part of a file. `header` comes first, then batches of events, then the trailer. `line` is the line number of the first
 * event of a batch. What is in `data` and in the events is for the caller to check.
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

/**
 * Reads a portable file in bounded memory and checks every byte of it. Throws `DamagedFile`, possibly only at the end: do
 * nothing that lasts before all parts were read.
 */
export async function* readPortableFile(
  source: AsyncIterable<Uint8Array>,
  { format, limits: someLimits, onProgress }: ReadOptions,
): AsyncGenerator<FilePart> {
  const limits = { ...defaultLimits, ...someLimits }
  const lines = new LineReader(limits)
  let bytes = 0
  const content = decompress(source, limits, (bytesSoFar) => (bytes = bytesSoFar))
  let next = await content.next()
  for (; next.done !== true; next = await content.next()) {
    const line = lines.lineNumber + 1
    const events: unknown[] = []
    for (const text of lines.split(next.value)) {
      if (lines.lineNumber === 1) yield headerOf(text, format)
      else events.push(lines.eventOf(text))
    }
    if (events.length > 0) yield { kind: 'events', events, line: Math.max(line, 2) }
    onProgress?.({ bytes, events: lines.eventCount })
  }
  yield trailerOf(next.value.trailer, lines, next.value.compressedHash)
}

/** Splits content into lines and checks that each follows the one before. */
class LineReader {
  lineNumber = 0
  eventCount = 0
  /** Hash of the line before the current one, and of the current one. */
  #previousHash = ''
  #hash = ''
  #rest: Buffer[] = []
  #restBytes = 0
  readonly #limits: FileLimits

  constructor(limits: FileLimits) {
    this.#limits = limits
  }

  /** Returns the complete lines up to the end of a piece. */
  *split(piece: Buffer): Generator<string> {
    let start = 0
    for (;;) {
      const end = piece.indexOf(lineFeed, start)
      const part = piece.subarray(start, end < 0 ? undefined : end)
      this.#restBytes += part.length
      if (this.#restBytes > this.#limits.lineBytes)
        throw new DamagedFile(`Line ${this.lineNumber + 1} is too long.`)
      this.#rest.push(part)
      if (end < 0) return
      yield this.#next(this.#rest.length === 1 ? part : Buffer.concat(this.#rest))
      this.#rest = []
      this.#restBytes = 0
      start = end + 1
    }
  }

  #next(line: Buffer): string {
    this.lineNumber += 1
    this.#previousHash = this.#hash
    this.#hash = sha256(line)
    return decode(line, `Line ${this.lineNumber}`)
  }

  /** Returns the event of the current line. */
  eventOf(text: string): unknown {
    const name = `Line ${this.lineNumber}`
    const { previous, event } = parseFields(text, ['previous', 'event'], name)
    if (previous !== this.#previousHash)
      throw new DamagedFile(
        `${name} does not follow the line before it: lines were changed, moved, duplicated or removed.`,
      )
    this.eventCount += 1
    if (this.eventCount > this.#limits.events) throw new DamagedFile('The file has too many events.')
    return event
  }

  /** Returns the hash of the last line. Throws if a line is incomplete, or if there is none. */
  finish(): string {
    if (this.#restBytes > 0 || this.lineNumber === 0)
      throw new DamagedFile('The file ends in the middle of a line.')
    return this.#hash
  }
}

const lineFeed = 0x0a

function headerOf(text: string, format: PortableFileFormat): FilePart {
  const name = 'The header'
  const { format: formatName, formatVersion } = parse(text, name)
  if (formatName !== format.name) throw new DamagedFile(`This file is not in the format ${format.name}.`)
  if (typeof formatVersion === 'number' && formatVersion > format.version)
    throw new DamagedFile(
      `A newer release wrote this file: it has format version ${formatVersion}, and this release reads ${format.version}.`,
    )
  const { productVersion, data } = parseFields(
    text,
    ['format', 'formatVersion', 'productVersion', 'data'],
    name,
  )
  if (typeof formatVersion !== 'number' || formatVersion !== format.version)
    throw new DamagedFile('The header has an unknown format version.')
  if (typeof productVersion !== 'string') throw new DamagedFile('The header has no product version.')
  return { kind: 'header', formatVersion, productVersion, data }
}

function trailerOf(bytes: Buffer, lines: LineReader, compressedHash: string): FilePart {
  const name = 'The trailer'
  const lastHash = lines.finish()
  if (bytes.at(-1) !== lineFeed) throw new DamagedFile('The trailer is incomplete.')
  const { count, finalHash, data, ...hashes } = parseFields(
    decode(bytes.subarray(0, -1), name),
    ['count', 'finalHash', 'compressedHash', 'data'],
    name,
  )
  if (count !== lines.eventCount)
    throw new DamagedFile(`The file has ${lines.eventCount} events; its trailer says ${String(count)}.`)
  if (finalHash !== lastHash) throw new DamagedFile('The final hash is not that of the last line.')
  if (hashes['compressedHash'] !== compressedHash)
    throw new DamagedFile('The compressed data was changed: its hash is not that in the trailer.')
  return { kind: 'trailer', count, finalHash: lastHash, data }
}

function decode(line: Buffer, name: string): string {
  if (!isUtf8(line)) throw new DamagedFile(`${name} is not valid UTF-8.`)
  return line.toString()
}

/** Returns an object with exactly these fields, in this order. Throws `DamagedFile`. */
function parseFields(text: string, fields: readonly string[], name: string): Record<string, unknown> {
  const value = parse(text, name)
  const names = Object.keys(value)
  if (names.length !== fields.length || names.some((field, index) => field !== fields[index]))
    throw new DamagedFile(`${name} must have exactly these fields: ${fields.join(', ')}.`)
  return value
}

/** Parses an object that is written as `JSON.stringify` writes it, so that every text has one meaning only. */
function parse(text: string, name: string): Record<string, unknown> {
  let value: unknown
  let canonical: string
  try {
    value = JSON.parse(text)
    // Throws for a value that is nested too deeply.
    canonical = JSON.stringify(value)
  } catch {
    throw new DamagedFile(`${name} is not JSON.`)
  }
  if (canonical !== text) throw new DamagedFile(`${name} is not in the form that is exported.`)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DamagedFile(`${name} is not a JSON object.`)
  // Safe: any object can be read by text keys.
  return value as Record<string, unknown>
}
