import { Buffer } from 'node:buffer'
import { constants, createWriteStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  batches,
  chainedLines,
  exampleFile,
  exampleHeader,
  exampleWriter,
  forgedFile,
  partsOf,
} from '@thirty/infra/testing/portable-file/example-file.ts'
import { DamagedFile, maxTrailerBytes, sha256 } from './format.ts'

const events = [{ type: 'Opened' }, { type: 'Written', text: 'Grüße 🎉' }, { type: 'Closed', at: [1, 2.5] }]
const eventsIn = (parts: Awaited<ReturnType<typeof partsOf>>) =>
  parts.flatMap((part) => (part.kind === 'events' ? part.events : []))

/** Returns the lines of a file, and the empty text after the last one. */
const linesOf = (file: Buffer) => gunzipSync(file).toString().split('\n')

test('a file is read as it was written', async () => {
  const parts = await partsOf(await exampleFile(events.slice(0, 1), events.slice(1)))
  const data = { title: 'Three events' }
  expect(parts[0]).toEqual({ kind: 'header', formatVersion: 1, productVersion: '1.2.3', data })
  expect(eventsIn(parts)).toEqual(events)
  expect(parts.at(-1)).toMatchObject({ kind: 'trailer', count: 3, data: { digest: 'd' } })
})

test('any events are read as they were written, in pieces of any size', async () => {
  const someEvents = fc.array(fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 })))
  await fc.assert(
    fc.asyncProperty(someEvents, fc.integer({ min: 1, max: 5_000 }), async (given, pieceBytes) => {
      // Through JSON, which does not know -0.
      const stored = given.map((batch) => batch.map((event) => JSON.parse(JSON.stringify(event)) as object))
      const parts = await partsOf(await exampleFile(...stored), { pieceBytes })
      expect(eventsIn(parts)).toEqual(stored.flat())
    }),
    { numRuns: 60 },
  )
})

test('every line has the hash of the line before it, and gunzip reads the file', async () => {
  const lines = linesOf(await exampleFile(events))
  const [header = '', first = '', second = '', third = '', trailer = '', end] = lines
  expect(JSON.parse(first)).toEqual({ previous: sha256(Buffer.from(header)), event: events[0] })
  expect(JSON.parse(second)).toEqual({ previous: sha256(Buffer.from(first)), event: events[1] })
  expect(JSON.parse(trailer)).toMatchObject({ count: 3, finalHash: sha256(Buffer.from(third)) })
  expect(end).toBe('')
})

test('the same content gives the same file, and a file without events has a header and a trailer', async () => {
  expect(await exampleFile(events)).toEqual(await exampleFile(events.slice(0, 2), events.slice(2)))
  expect((await partsOf(await exampleFile())).map(({ kind }) => kind)).toEqual(['header', 'trailer'])
})

const noise = (number: number) => ({ number, noise: sha256(Buffer.from(String(number))) })

test('progress counts events and bytes up to the end', async () => {
  const file = await exampleFile(Array.from({ length: 5_000 }, (_, number) => noise(number)))
  const seen: { bytes: number; events: number }[] = []
  await partsOf(file, { onProgress: (progress) => seen.push(progress) })
  expect(seen.length).toBeGreaterThan(3)
  expect(seen).toEqual(seen.toSorted((a, b) => a.events - b.events))
  expect(seen.at(-1)).toEqual({ bytes: file.length, events: 5_000 })
})

/** Returns the reason why a file is refused. Fails if it is accepted or if another error is thrown. */
async function reasonFor(file: Uint8Array, options: Parameters<typeof partsOf>[1] = {}): Promise<string> {
  const error = await partsOf(file, options).catch((thrown: unknown) => thrown)
  if (error instanceof DamagedFile) return error.message
  throw error instanceof Error ? error : new Error('The file was accepted.')
}

const more = [Buffer.of(0), Buffer.of(1), Buffer.alloc(600), gzipSync('more')]
const atEachByte = (change: (file: Buffer, index: number) => readonly Buffer[]) => (file: Buffer) =>
  Array.from(file, (_, index) => Buffer.concat(change(file, index)))
const changedBy = (pattern: number) =>
  atEachByte((file, index) => [
    file.subarray(0, index),
    Buffer.of((file[index] ?? 0) ^ pattern),
    file.subarray(index + 1),
  ])

describe('every damage is refused', () => {
  test.each<[string, (file: Buffer) => Buffer[]]>([
    // All bits, and one each: the lowest, one in the middle and the highest.
    ['each byte in turn, changed by ff', changedBy(0xff)],
    ['each byte in turn, changed by 1', changedBy(0x01)],
    ['each byte in turn, changed by 10', changedBy(0x10)],
    ['each byte in turn, changed by 80', changedBy(0x80)],
    ['a file that is cut off anywhere', atEachByte((file, index) => [file.subarray(0, index)])],
    ['a missing byte', atEachByte((file, index) => [file.subarray(0, index), file.subarray(index + 1)])],
    ['a doubled byte', atEachByte((file, index) => [file.subarray(0, index + 1), file.subarray(index)])],
    [
      'more at the end: a byte, zeros, a second member, itself',
      (file) => [...more, file].map((end) => Buffer.concat([file, end])),
    ],
  ])('%s', async (_damage, damage) => {
    for (const [index, damaged] of damage(await exampleFile(events)).entries())
      expect([index, await reasonFor(damaged)]).toEqual([index, expect.stringMatching(/\.$/)])
  })

  test('a file that is cut off is called incomplete', async () => {
    const file = await exampleFile(events)
    for (let bytes = 0; bytes < file.length; bytes += 1)
      expect([bytes, await reasonFor(file.subarray(0, bytes))]).toEqual([
        bytes,
        bytes < 10 ? 'The file is empty or incomplete.' : 'The file is incomplete, or its end is damaged.',
      ])
  })

  test('any bytes that are not a backup file', async () => {
    const header = (await exampleFile()).subarray(0, 10)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, hasHeader) => {
        expect(await reasonFor(hasHeader ? Buffer.concat([header, bytes]) : bytes)).toMatch(/\.$/)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a forged file', () => {
  const lines = chainedLines(exampleHeader, ...events)
  const at = (index: number) => lines[index] ?? ''
  const chainError = (line: number) =>
    `Line ${line} does not follow the line before it: lines were changed, moved, duplicated or removed.`

  const oddForm = 'Line 2 is not in the form that is exported.'
  const oddFields = 'Line 2 must have exactly these fields: previous, event.'
  const withHeader = (change: object) => chainedLines({ ...exampleHeader, ...change })

  test('a forged file with nothing wrong is accepted, so the others are refused for what is wrong in them', async () => {
    expect(eventsIn(await partsOf(forgedFile(lines)))).toEqual(events)
  })

  test.each([
    ['a missing line', [at(0), at(2), at(3)], chainError(2)],
    ['a doubled line', [at(0), at(1), at(1), at(2), at(3)], chainError(3)],
    ['two lines in another order', [at(0), at(2), at(1), at(3)], chainError(2)],
    ['a changed line', [at(0), at(1).replace('Opened', 'Closed'), at(2), at(3)], chainError(3)],
    ['another header', [at(0).replace('1.2.3', '1.2.4'), at(1), at(2), at(3)], chainError(2)],
    ['an empty line', [at(0), '', at(1)], 'Line 2 is not JSON.'],
    ['a line with spaces', [at(0), at(1).replace(':', ': ')], oddForm],
    ['a field twice', [at(0), at(1).replace('{', '{"previous":"",')], oddForm],
    ['a carriage return', [`${at(0)}\r`], 'The header is not in the form that is exported.'],
    ['a byte order mark', [`\ufeff${at(0)}`], 'The header is not JSON.'],
    ['a text as a line', [at(0), '"text"'], 'Line 2 is not a JSON object.'],
    ['a field more', [at(0), at(1).replace(/}$/, ',"more":1}')], oddFields],
    ['a trailer inside', [at(0), '{"count":0,"finalHash":"","compressedHash":"","data":{}}'], oddFields],
    ['bytes that are not text', [at(0), Buffer.from([0x22, 0xff, 0x22])], 'Line 2 is not valid UTF-8.'],
    ['deep nesting', [at(0), '['.repeat(500_000)], 'Line 2 is not JSON.'],
    ['deep nesting that ends', [at(0), '['.repeat(400_000) + ']'.repeat(400_000)], 'Line 2 is not JSON.'],
    ['another format', withHeader({ format: 'other' }), 'This file is not in the format example.'],
    ['no format version', withHeader({ formatVersion: '1' }), 'The header has an unknown format version.'],
    [
      'a later format',
      withHeader({ formatVersion: 2, more: 1 }),
      'A newer release wrote this file: it has format version 2, and this release reads 1.',
    ],
    [
      'a header field more',
      withHeader({ more: 1 }),
      'The header must have exactly these fields: format, formatVersion, productVersion, data.',
    ],
    ['an event as a header', [at(1)], 'This file is not in the format example.'],
  ])('is refused for %s', async (_label, given, reason) => {
    expect(await reasonFor(forgedFile(given))).toBe(reason)
  })

  test.each([
    ['another count', { count: 2 }, 'The file has 3 events; its trailer says 2.'],
    ['another final hash', { finalHash: 'f'.repeat(64) }, 'The final hash is not that of the last line.'],
    [
      'another hash of the data',
      { compressedHash: 'f'.repeat(64) },
      'The compressed data was changed: its hash is not that in the trailer.',
    ],
    [
      'a trailer field more',
      { more: 1 },
      'The trailer must have exactly these fields: count, finalHash, compressedHash, data.',
    ],
  ])('is refused for %s', async (_label, trailer, reason) => {
    expect(await reasonFor(forgedFile(lines, trailer))).toBe(reason)
  })

  test('is refused for being compressed by other software', async () => {
    const given = gzipSync(`${at(0)}\n${'x'.repeat(70_000)}\n`)
    expect(await reasonFor(given)).toBe('The file does not begin like an exported file.')
    const withOurHeader = Buffer.concat([forgedFile(lines).subarray(0, 10), given.subarray(10)])
    expect(await reasonFor(withOurHeader)).toBe('The file is incomplete, or its end is damaged.')
  })
})

describe('limits', () => {
  const zeros = '0'.repeat(900_000)

  test('a file that is compressed too much is refused long before its end', async () => {
    const bomb = forgedFile(chainedLines(exampleHeader, ...Array.from({ length: 200 }, () => zeros)))
    let lastEvents = 0
    const onProgress = ({ events: count }: { events: number }) => (lastEvents = count)
    expect(await reasonFor(bomb, { onProgress })).toMatch('compressed far more than an exported file')
    expect(lastEvents).toBeLessThan(30)
  })

  test('each limit refuses a file that exceeds it, and accepts one that does not', async () => {
    const file = await exampleFile(events)
    const contentBytes = gunzipSync(file).length
    const lineBytes = Math.max(...linesOf(file).map((line) => Buffer.byteLength(line)))
    const enough = { fileBytes: file.length, contentBytes, lineBytes, events: 3 }
    expect(eventsIn(await partsOf(file, { limits: enough }))).toEqual(events)
    for (const [name, reason] of [
      ['fileBytes', 'The file is too large.'],
      ['contentBytes', 'The content of the file is too large.'],
      ['events', 'The file has too many events.'],
      ['lineBytes', 'Line 5 is too long.'],
    ] as const)
      expect(await reasonFor(file, { limits: { ...enough, [name]: enough[name] - 1 } })).toBe(reason)
  })

  test('a line without an end is refused before it fills the memory', async () => {
    const file = forgedFile([JSON.stringify(exampleHeader), 'x'.repeat(3_000_000)])
    expect(await reasonFor(file)).toBe('Line 2 is too long.')
  })

  test('the writer refuses what no reader accepts', async () => {
    const longLine = exampleFile([{ text: 'x'.repeat(1024 ** 2) }])
    await expect(longLine).rejects.toThrow('A line is too long for the file.')
    const file = exampleWriter(batches<object>(), { text: 'x'.repeat(maxTrailerBytes) })
    await expect(Array.fromAsync(file)).rejects.toThrow('The trailer is too long.')
  })
})

describe('an export that does not end', () => {
  const endless = (onEnd: () => void = () => undefined) =>
    exampleWriter(
      (async function* () {
        try {
          for (let number = 0; ; number += 1) yield [noise(number)]
        } finally {
          onEnd()
        }
      })(),
    )

  test('a full disk ends it with an error', async () => {
    await access('/dev/full', constants.W_OK)
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const writing = pipeline(Readable.from(endless(resolve)), createWriteStream('/dev/full'))
    await expect(writing).rejects.toMatchObject({ code: 'ENOSPC' })
    await ended
  })

  test('a reader that stops ends it', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    for await (const chunk of endless(resolve)) if (chunk.length > 10) break
    await ended
  })

  test('an error of the events is thrown', async () => {
    const failing = (async function* () {
      yield [{ number: 1 }]
      throw new Error('The log failed.')
    })()
    await expect(Array.fromAsync(exampleWriter(failing))).rejects.toThrow('The log failed.')
  })
})
