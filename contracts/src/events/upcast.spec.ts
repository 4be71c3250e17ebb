import { expect, test } from 'vitest'
import { eventDefinition, UnsupportedEventVersion, upcast } from './upcast.ts'

test('an event of the newest version passes as it is', () => {
  const event = { type: 'ProjectApproved', version: 1, data: { by: 'someone' } }
  expect(upcast(event)).toBe(event)
})

test('an event of a newer release stops the reader instead of being guessed at', () => {
  expect(() => upcast({ type: 'ProjectApproved', version: 99, data: {} })).toThrow(UnsupportedEventVersion)
})

test('an unknown kind of event does no harm to a reader, but cannot be written', () => {
  const event = { type: 'SomethingLater', version: 1, data: {} }
  expect(upcast(event)).toBe(event)
  expect(() => eventDefinition('SomethingLater')).toThrow('SomethingLater')
})
