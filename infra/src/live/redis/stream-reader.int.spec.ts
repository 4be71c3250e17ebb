import { createClient } from 'redis'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemScheduler } from '../../scheduler.ts'
import { redisForFile } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { streamReader, type StreamReader } from './stream-reader.ts'

const redis = redisForFile()
let reader: StreamReader
let writer: Awaited<ReturnType<typeof connect>>
const onGap = vi.fn<(reason: string) => void>()
let pausedMs: number
const stream = '{spec}:stream'

const connect = () =>
  createClient({ url: redis().url })
    .on('error', () => undefined)
    .connect()
beforeEach(async () => {
  await redis().flush()
  onGap.mockReset()
  pausedMs = 0
  writer = await connect()
  reader = streamReader({
    client: await connect(),
    stream,
    maxLength: 100,
    scheduler: { ...systemScheduler, now: () => systemScheduler.now() + pausedMs },
    blockMs: 2_000,
    onGap,
  })
})
afterEach(() => {
  reader.close()
  writer.destroy()
})

const add = async (first: number, last: number) => {
  for (let at = first; at <= last; at++) await writer.xAdd(stream, '*', { at: `${at}` })
}
/** Begins the first read, which learns where the stream ends. */
const beginReading = async () => {
  const first = reader.next()
  await vi.waitUntil(() => reader.isReading())
  return { first }
}
const read = async () => (await reader.next())?.[0]?.messages.map(({ message }) => Number(message['at']))

test('reads each entry once from the current end on, also those added between two reads', async () => {
  await add(1, 3)
  const { first } = await beginReading()
  await add(4, 4)
  expect((await first)?.[0]?.messages.map(({ message }) => message['at'])).toEqual(['4'])
  await add(5, 6)
  expect(await read()).toEqual([5, 6])
  // The first read is a gap too: sockets that connected before it may have missed messages.
  expect(onGap).toHaveBeenCalledTimes(1)
})

test('reports a gap when the stream was trimmed before it was read', async () => {
  await add(1, 1)
  const { first } = await beginReading()
  await add(2, 2)
  await first
  await add(3, 252)
  await writer.xTrim(stream, 'MAXLEN', 150)
  expect((await read())?.[0]).toBe(103)
  expect(onGap).toHaveBeenCalledTimes(2)
  expect(await read()).toEqual(Array.from({ length: 50 }, (_, at) => 203 + at))
})

test('reports a gap when entries expired during a long pause, also of a stream of which none was read yet', async () => {
  expect(await read()).toBeUndefined()
  for (const gaps of [2, 3]) {
    await add(1, 2)
    await writer.xTrim(stream, 'MAXLEN', 1)
    pausedMs += 20_000
    expect(await read()).toEqual([2])
    expect(onGap).toHaveBeenCalledTimes(gaps)
  }
})

test('continues in a stream that was put back and has smaller ids', async () => {
  await writer.xAdd(stream, '9-1', { at: '9' })
  const { first } = await beginReading()
  await writer.del(stream)
  await writer.xAdd(stream, '1-1', { at: '1' })
  expect(await first).toBeNull()
  expect(onGap).toHaveBeenCalledTimes(2)
  await writer.xAdd(stream, '1-2', { at: '2' })
  expect(await read()).toEqual([2])
})

test('reports no gap for a full batch when nothing is missing', async () => {
  const { first } = await beginReading()
  await add(1, 1)
  await first
  await add(2, 150)
  expect((await read())?.length).toBe(100)
  expect((await read())?.length).toBe(49)
  expect(onGap).toHaveBeenCalledTimes(1)
})
