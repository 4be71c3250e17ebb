import { expect, test } from 'vitest'
import { textsIn } from './texts.ts'

test('numbers, plurals and times have the form of the language', () => {
  const [english, german] = [textsIn('en'), textsIn('de')]
  const rated = { project: 'Kanban', day: 4, average: 4.25 }
  expect(english.text('pushRated', { ...rated, average: 4 })).toBe('Kanban (day 4): 4.0 of 5')
  expect(german.text('pushRated', { ...rated, average: 4 })).toBe('Kanban (Tag 4): 4,0 von 5')
  expect(english.text('confirmEmailExpires', { hours: 1 })).toContain('1 hour and')
  expect(german.text('confirmEmailExpires', { hours: 24 })).toContain('24 Stunden')
  const date = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  const at = Date.parse('2026-03-05T14:03:00Z')
  expect([english.time(at, date), german.time(at, date)]).toEqual([
    'March 5, 2026 at 2:03 PM',
    '5. März 2026 um 14:03',
  ])
})

test('markup and braces in a value stay as they are', () => {
  const project = "<b>{day}</b> '#"
  expect(textsIn('de').text('pushRejected', { project, day: 4 })).toBe(`${project} (Tag 4)`)
})
