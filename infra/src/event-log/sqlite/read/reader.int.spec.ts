import { folderWithEvents } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { LogReplaced, type RecordedEvent } from '../../event-log.ts'
import { LogEnd, openReader } from './reader.ts'
import { streamCache } from './stream-cache.ts'

test('an event that a stream shows before it is acknowledged is no sign of another log', async () => {
  const end = new LogEnd()
  const reader = openReader(await folderWithEvents(3), end, streamCache())
  onTestFinished(() => reader.close())
  const positionsOf = async (events: AsyncIterable<readonly RecordedEvent[]>) =>
    (await Array.fromAsync(events)).flat().map(({ position }) => position)
  end.position = 3
  const all = await positionsOf(reader.readAll())
  const newest = all.at(-1) ?? 0n
  end.position = Number(all.at(-2))
  expect(await positionsOf(reader.readAll({ after: newest }))).toEqual([])
  await expect(positionsOf(reader.readAll({ after: newest + 1n }))).rejects.toBeInstanceOf(LogReplaced)
})
