import { createNewEvent } from '@thirty/command-api/testing/new-event.ts'
import { weather } from '@thirty/command-api/testing/project-events.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { expect, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import { imageCleanup } from './image-cleanup.ts'

test('after the log was put back to an upload, an image that a project shows since stays', async () => {
  const { log, store, inStream, end, putBack } = inMemoryEventLog()
  let now = Date.parse('2026-03-02T12:00:00Z')
  const give = (stream: string, type: string, data: object) =>
    store(stream, [createNewEvent(type, data, { at: now })])
  const removed: string[] = []
  const cleanup = imageCleanup({
    log,
    commands: createCommands({ log, clock: () => now }),
    media: { remove: async (name) => void removed.push(name) },
    clock: () => now,
    isDeleted: async () => false,
    loadProfileImage: async () => null,
    imagesInDrafts: async () => new Set(),
    onError: (error) => expect.fail(String(error)),
  })
  give('pictures-ana', 'PictureUploaded', { picture: weather.image, bytes: 1_000, use: 'screenshot' })
  const copied = end()
  give('user-ben', 'ProfileChanged', {})
  await cleanup.pass()
  putBack(copied)
  // As long as the log before.
  give('project-r1-d1-ana', 'ProjectSubmitted', weather)
  now += 24 * 60 * 60_000
  await cleanup.pass()
  expect(removed).toEqual([])
  expect(inStream('pictures-ana').map(({ type }) => type)).toEqual(['PictureUploaded', 'PictureKept'])
})
