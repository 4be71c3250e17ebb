import { expect, test } from 'vitest'
import { requireValidAppend } from './append-validation.ts'
import type { NewEvent } from './event-log.ts'

const said: NewEvent = {
  id: '0193433a-8f1e-7c3a-9d4e-0a1b2c3d4e5f',
  type: 'ThingSaid',
  version: 1,
  at: '2026-11-20T10:00:00.000Z',
  data: {},
  metadata: { correlation: 'c-1' },
}

test.for(['none', 'any', 0, 12] as const)('%s is an expectation', (expected) => {
  expect(() => requireValidAppend('thing-1', [said], expected)).not.toThrow()
})

test.for([-1, 0.5, NaN, Infinity])('%d is no revision', (expected) => {
  expect(() => requireValidAppend('thing-1', [said], expected)).toThrow('is no revision')
})

test('an event whose id is no UUID is refused: not every store could keep it', () => {
  expect(() => requireValidAppend('thing-1', [said, { ...said, id: 'e-2' }], 'any')).toThrow(
    'Event id e-2 is no UUID.',
  )
})

test.for(['', '$settings', '$$thing-1'])('"%s" is no name for a stream', (stream) => {
  expect(() => requireValidAppend(stream, [said], 'any')).toThrow('is no name for a stream')
})
