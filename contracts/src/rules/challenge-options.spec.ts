import { expect, test } from 'vitest'
import { defaultOptions, evolveOptions } from './challenge-options.ts'

const changed = (data: { notifications?: boolean; emailReminders?: boolean }) =>
  ({ type: 'ChallengeOptionsChanged', data }) as const

test('both options are on at first', () => {
  expect(defaultOptions).toEqual({ notifications: true, emailReminders: true })
})

test('an event changes the options that it names, and repeats are harmless', () => {
  const off = evolveOptions(defaultOptions, changed({ notifications: false }))
  expect(off).toEqual({ notifications: false, emailReminders: true })
  expect(evolveOptions(off, changed({ notifications: false }))).toEqual(off)
  expect(evolveOptions(off, changed({ notifications: true, emailReminders: false }))).toEqual({
    notifications: true,
    emailReminders: false,
  })
})

test('a reset keeps the options, because they belong to the installation', () => {
  const off = evolveOptions(defaultOptions, changed({ emailReminders: false }))
  expect(evolveOptions(off, { type: 'ChallengeReset', data: { run: 2, backup: 'b1' } })).toEqual(off)
})
