import { expect, test } from 'vitest'
import { changeOptionsRequest } from './options-api.ts'
import { defaultOptions, evolveOptions, type ChallengeOptions } from './challenge-options.ts'

const changed = (data: Partial<ChallengeOptions>) => ({ type: 'ChallengeOptionsChanged', data }) as const

test('participants get everything at first, one rating of each project is enough, and owners need no second factor', () => {
  expect(defaultOptions).toEqual({
    notifications: true,
    emailReminders: true,
    wantedRatings: 1,
    normalisedScores: false,
    ownersNeedTwoFactor: false,
    eventNetworks: null,
  })
})

test('an event changes the options that it names, and repeats are harmless', () => {
  const off = evolveOptions(defaultOptions, changed({ notifications: false }))
  expect(off).toEqual({ ...defaultOptions, notifications: false })
  expect(evolveOptions(off, changed({ notifications: false }))).toEqual(off)
  expect(evolveOptions(off, changed({ notifications: true, emailReminders: false }))).toEqual({
    ...defaultOptions,
    emailReminders: false,
  })
  const judged = evolveOptions(off, changed({ wantedRatings: 3, normalisedScores: true }))
  expect(judged).toEqual({ ...off, wantedRatings: 3, normalisedScores: true })
  const needed = evolveOptions(off, changed({ ownersNeedTwoFactor: true }))
  expect(needed).toEqual({ ...off, ownersNeedTwoFactor: true })
  expect(evolveOptions(needed, changed({ emailReminders: true }))).toEqual(needed)
  const eventNetworks = { networks: ['203.0.113.0/24'], until: '2026-03-02T18:00:00.000Z' }
  const event = evolveOptions(off, changed({ eventNetworks }))
  expect(event).toEqual({ ...off, eventNetworks })
  expect(evolveOptions(event, changed({ emailReminders: true }))).toEqual(event)
  expect(evolveOptions(event, changed({ eventNetworks: null }))).toEqual(off)
})

test('a reset keeps the options, because they belong to the installation', () => {
  const off = evolveOptions(defaultOptions, changed({ emailReminders: false }))
  expect(evolveOptions(off, { type: 'ChallengeReset', data: { run: 2, backup: 'b1' } })).toEqual(off)
})

test('a project may need one to five ratings', () => {
  const accepted = [0, 1, 5, 6].filter(
    (count) => changeOptionsRequest.safeParse({ wantedRatings: count }).success,
  )
  expect(accepted).toEqual([1, 5])
})
