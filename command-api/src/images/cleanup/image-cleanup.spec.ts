import { createNewEvent } from '@thirty/command-api/testing/new-event.ts'
import { weather } from '@thirty/command-api/testing/project-events.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { expect, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import { imageCleanup } from './image-cleanup.ts'

const noon = Date.parse('2026-03-02T12:00:00Z')
const dayMs = 24 * 60 * 60_000

type Given = [stream: string, type: string, data: object]
const submission: Given = ['project-r1-d1-ana', 'ProjectSubmitted', weather]
const change: Given = ['user-ben', 'ProfileChanged', {}]

test.each<{ case: string; before: Given; since: Given[]; kept: boolean }>([
  { case: 'images that projects show since stay', before: change, since: [submission, change], kept: true },
  { case: 'so they do in a log as long as before', before: change, since: [submission], kept: true },
  { case: 'images that no project shows any more go', before: submission, since: [change], kept: false },
])('after the log was put back to the last upload, $case', async ({ before, since, kept }) => {
  const { log, store, inStream, end, putBack } = inMemoryEventLog()
  let now = noon
  const give = (...[stream, type, data]: Given) => store(stream, [createNewEvent(type, data, { at: now })])
  const removed: string[] = []
  const errors: unknown[] = []
  const cleanup = imageCleanup({
    log,
    commands: createCommands({ log, clock: () => now }),
    media: { remove: async (name) => void removed.push(name) },
    clock: () => now,
    isDeleted: async () => false,
    loadProfileImage: async () => null,
    imagesInDrafts: async () => new Set(),
    onError: (error) => errors.push(error),
  })
  give('pictures-ana', 'PictureUploaded', { picture: weather.image, bytes: 1_000, use: 'screenshot' })
  const copied = end()
  give(...before)
  await cleanup.pass()
  putBack(copied)
  for (const event of since) give(...event)
  now += dayMs
  await cleanup.pass()
  expect(errors).toEqual([])
  expect(removed.includes(weather.image)).toBe(!kept)
  expect(inStream('pictures-ana').map(({ type }) => type)).toEqual([
    'PictureUploaded',
    ...(kept ? ['PictureKept'] : ['PictureDiscarded', 'PictureRemoved']),
  ])
})
