import { expect, test } from 'vitest'
import { z } from 'zod'
import { catalogue, eventCatalogue } from './catalogue.ts'
import { isEventOf, pickEvents, UnsupportedEventVersion } from './event-definition.ts'
import { projectEvents } from '../projects/events.ts'

const approved = { type: 'ProjectApproved', version: 1, data: { by: 'someone' } }

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
  for (const [index, data] of ['Ana', { name: 'Ana' }, { name: 'Ana' }].entries())
    expect(upcast({ type: 'NameChanged', version: index + 1, data })).toEqual(upcasted)
})

test('reads a profile image of version 1 as version 2', () => {
  const event = { type: 'ProfileImageChanged', version: 1, data: { image: 'a.webp' } }
  expect(catalogue.upcast(event)).toEqual({ ...event, version: 2 })
})

test('returns the newest version, unknown types and versions of a newer release unchanged', () => {
  const unknown = { type: 'SomethingLater', version: 1, data: {} }
  for (const event of [approved, unknown, { ...approved, version: 99 }])
    expect(catalogue.upcast(event)).toBe(event)
})

test('throws for an event of a newer release only when it is read as its type', () => {
  const newer = { ...approved, version: 99 }
  expect(() => isEventOf(projectEvents, newer)).toThrow(UnsupportedEventVersion)
  expect(isEventOf(pickEvents(projectEvents, 'ProjectRated'), newer)).toBe(false)
  expect(isEventOf(projectEvents, { ...newer, type: 'constructor' })).toBe(false)
})

test('appends only events of the catalogue, in their newest version, with valid data and no other fields', () => {
  expect(catalogue.validate(approved)).toEqual(approved)
  expect(catalogue.validate({ ...approved, data: { by: 'someone', note: 'no field' } })).toEqual(approved)
  expect(() => catalogue.validate({ ...approved, type: 'SomethingLater' })).toThrow('SomethingLater')
  expect(() => catalogue.versionOf('SomethingLater')).toThrow('SomethingLater')
  expect(() => catalogue.validate({ ...approved, version: 2 })).toThrow('version 1, not 2')
  expect(() => catalogue.validate({ ...approved, data: {} })).toThrow('ProjectApproved has invalid data')
  expect(catalogue.versionOf('ProfileImageChanged')).toBe(2)
})
