import { randomUUID } from 'node:crypto'
import { weather } from '@thirty/command-api/testing/project-events.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { expect, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import { imageCleanup } from './image-cleanup.ts'

const noon = Date.parse('2026-03-02T12:00:00Z')
const dayMs = 24 * 60 * 60_000

test('after the log was put back to between the last upload and its end, images that projects show since stay', async () => {
  const { log, record, inStream, end, putBack } = inMemoryEventLog()
  let now = noon
  const give = (stream: string, type: string, data: object) =>
    record(stream, {
      id: randomUUID(),
      type,
      version: 1,
      at: new Date(now).toISOString(),
      data,
      metadata: { correlation: 'spec' },
    })
  const removed: string[] = []
  const errors: unknown[] = []
  const cleanup = imageCleanup({
    log,
    commands: createCommands({ log, clock: () => now }),
    media: { remove: async (name) => void removed.push(name) },
    clock: () => now,
    isDeleted: async () => false,
    imagesInDrafts: async () => new Set(),
    onError: (error) => errors.push(error),
  })
  give('pictures-ana', 'PictureUploaded', { picture: weather.image, bytes: 1_000, use: 'screenshot' })
  const copied = end()
  give('user-ben', 'ProfileChanged', {})
  await cleanup.pass()
  putBack(copied)
  give('project-r1-d1-ana', 'ProjectSubmitted', weather)
  give('user-ben', 'ProfileChanged', {})
  now += dayMs
  await cleanup.pass()
  expect([removed, errors]).toEqual([[], []])
  expect(inStream('pictures-ana').map(({ type }) => type)).toEqual(['PictureUploaded', 'PictureKept'])
})
