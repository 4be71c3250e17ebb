import { expect, test } from 'vitest'
import { textEvent } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { requireValidAppend } from './event-log.ts'

const events = [textEvent('a')]

test.for([-1, 0.5, NaN, Infinity])('refuses %d as a revision', (expected) => {
  expect(() => requireValidAppend('thing-1', events, expected)).toThrow('is not a revision')
})

test('refuses an event whose id is not a UUID, because not every store can keep it', () => {
  const refused = [...events, textEvent('b', 'e-2')]
  expect(() => requireValidAppend('thing-1', refused, 'none')).toThrow('Event id e-2 is not a UUID.')
})

test.for(['', '$settings', '$$thing-1'])('refuses "%s" as a stream name', (stream) => {
  expect(() => requireValidAppend(stream, events, 'none')).toThrow('is not a valid stream name')
})
