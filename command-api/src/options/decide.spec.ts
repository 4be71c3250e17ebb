import { defaultOptions } from '@thirty/contracts/rules/challenge-options.ts'
import { expect, test } from 'vitest'
import { changeOptions } from './decide.ts'

test('the event names only the options that change', () => {
  expect(changeOptions(defaultOptions, { notifications: false, emailReminders: true })).toEqual([
    { type: 'ChallengeOptionsChanged', data: { notifications: false } },
  ])
  expect(changeOptions(defaultOptions, { notifications: false, emailReminders: false })).toEqual([
    { type: 'ChallengeOptionsChanged', data: { notifications: false, emailReminders: false } },
  ])
})

test('changes nothing if the options are like that already, or if none is named', () => {
  expect(changeOptions(defaultOptions, { notifications: true })).toEqual([])
  expect(changeOptions(defaultOptions, {})).toEqual([])
})

test('the wanted ratings and the normalised scores are options like the others', () => {
  const judged = { wantedRatings: 3, normalisedScores: true }
  expect(changeOptions(defaultOptions, judged)).toEqual([{ type: 'ChallengeOptionsChanged', data: judged }])
  expect(changeOptions({ ...defaultOptions, ...judged }, { ...judged, notifications: false })).toEqual([
    { type: 'ChallengeOptionsChanged', data: { notifications: false } },
  ])
})
