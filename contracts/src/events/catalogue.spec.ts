import { expect, test } from 'vitest'
import { z } from 'zod'
import { catalogue, eventCatalogue, eventVersion } from './catalogue.ts'
import { isEventOf, pickEvents, UnsupportedEventVersion } from './event-definition.ts'
import { projectEvents } from '../projects/events.ts'

const approved = { type: 'ProjectApproved', version: 1, data: { by: 'someone' } }

test('returns an event of the newest version unchanged', () => {
  expect(catalogue.upcast(approved)).toBe(approved)
})

test('upcasts an older event step by step to the newest version', () => {
  const { upcast } = eventCatalogue({
    NameChanged: {
      version: 4,
      data: z.object({ fullName: z.string() }),
      upcasters: {
        1: (data) => ({ name: String(data) }),
        3: (data) => ({ fullName: z.object({ name: z.string() }).parse(data).name }),
      },
    },
  })
  const upcasted = { type: 'NameChanged', version: 4, data: { fullName: 'Ana' } }
  expect(upcast({ type: 'NameChanged', version: 1, data: 'Ana' })).toEqual(upcasted)
  expect(upcast({ type: 'NameChanged', version: 2, data: { name: 'Ana' } })).toEqual(upcasted)
  expect(upcast({ type: 'NameChanged', version: 3, data: { name: 'Ana' } })).toEqual(upcasted)
})

test('reads a profile image of version 1 as version 2', () => {
  const event = { type: 'ProfileImageChanged', version: 1, data: { image: 'a.webp' } }
  expect(catalogue.upcast(event)).toEqual({ ...event, version: 2 })
})

test('returns unknown types and versions of a newer release unchanged', () => {
  const unknown = { type: 'SomethingLater', version: 1, data: {} }
  const newer = { ...approved, version: 99 }
  expect(catalogue.upcast(unknown)).toBe(unknown)
  expect(catalogue.upcast(newer)).toBe(newer)
})

test('throws for an event of a newer release only when it is read as its type', () => {
  const newer = { ...approved, version: 99 }
  expect(() => isEventOf(projectEvents, newer)).toThrow(UnsupportedEventVersion)
  expect(isEventOf(pickEvents(projectEvents, 'ProjectRated'), newer)).toBe(false)
  expect(isEventOf(projectEvents, { ...newer, type: 'constructor' })).toBe(false)
})

test('appends only events of the catalogue, in their newest version, with valid data', () => {
  expect(catalogue.validate(approved)).toEqual(approved)
  expect(() => catalogue.validate({ ...approved, type: 'SomethingLater' })).toThrow('SomethingLater')
  expect(() => eventVersion('SomethingLater')).toThrow('SomethingLater')
  expect(() => catalogue.validate({ ...approved, version: 2 })).toThrow('version 1, not 2')
  expect(() => catalogue.validate({ ...approved, data: {} })).toThrow('ProjectApproved has invalid data')
  expect(eventVersion('ProfileImageChanged')).toBe(2)
})

test('drops fields that are not in the schema of an event', () => {
  const event = { ...approved, data: { by: 'someone', note: 'not part of the event' } }
  expect(catalogue.validate(event).data).toEqual({ by: 'someone' })
})
