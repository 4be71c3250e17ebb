import { expect, test } from 'vitest'
import { changeOptionsRequest } from './options-api.ts'
import { defaultOptions, evolveOptions, type ChallengeOptions } from './challenge-state.ts'

const changed = (data: Partial<ChallengeOptions>) => ({ type: 'ChallengeOptionsChanged', data }) as const

test('one rating of each project is enough at first', () => {
  expect(defaultOptions.wantedRatings).toBe(1)
})

test('an event changes the options that it names, and repeats are harmless', () => {
  const changes: Partial<ChallengeOptions>[] = [
    { notifications: false },
    { wantedRatings: 3, normalisedScores: true },
    { ownersNeedTwoFactor: true },
    { eventNetworks: { networks: ['203.0.113.0/24'], until: '2026-03-02T18:00:00.000Z' } },
    { emailReminders: false },
    { eventNetworks: null },
  ]
  let options = defaultOptions
  for (const change of changes) {
    const expected = { ...options, ...change }
    options = evolveOptions(options, changed(change))
    expect([options, evolveOptions(options, changed(change))]).toEqual([expected, expected])
  }
})

test('a project may need one to five ratings', () => {
  const accepted = [0, 1, 5, 6].filter(
    (count) => changeOptionsRequest.safeParse({ wantedRatings: count }).success,
  )
  expect(accepted).toEqual([1, 5])
})
