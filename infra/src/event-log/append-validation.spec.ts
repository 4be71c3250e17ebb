import { expect, test } from 'vitest'
import { requireValidAppend } from './append-validation.ts'
import type { NewEvent } from './event-log.ts'

const event: NewEvent = {
  id: '0193433a-8f1e-7c3a-9d4e-0a1b2c3d4e5f',
  type: 'ThingSaid',
  version: 1,
  at: '2026-11-20T10:00:00.000Z',
  data: {},
  metadata: { correlation: 'c-1' },
}

test.for(['none', 0, 12] as const)('accepts the expected revision %s', (expected) => {
  expect(() => requireValidAppend('thing-1', [event], expected)).not.toThrow()
})

test.for([-1, 0.5, NaN, Infinity])('refuses %d as a revision', (expected) => {
  expect(() => requireValidAppend('thing-1', [event], expected)).toThrow('is not a revision')
})

test('refuses an event whose id is not a UUID, because not every store can keep it', () => {
  expect(() => requireValidAppend('thing-1', [event, { ...event, id: 'e-2' }], 'none')).toThrow(
    'Event id e-2 is not a UUID.',
  )
})

test.for(['', '$settings', '$$thing-1'])('refuses "%s" as a stream name', (stream) => {
  expect(() => requireValidAppend(stream, [event], 'none')).toThrow('is not a valid stream name')
})
