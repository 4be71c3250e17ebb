import { defaultOptions } from '@thirty/contracts/rules/challenge-options.ts'
import { Refusal } from '@thirty/contracts/refusals.ts'
import { expect, test } from 'vitest'
import { changeOptions } from './decide.ts'

const anybody = { hasSecondFactor: false }

test('the event names only the options that change', () => {
  expect(changeOptions(defaultOptions, { notifications: false, emailReminders: true }, anybody)).toEqual([
    { type: 'ChallengeOptionsChanged', data: { notifications: false } },
  ])
  expect(changeOptions(defaultOptions, { notifications: false, emailReminders: false }, anybody)).toEqual([
    { type: 'ChallengeOptionsChanged', data: { notifications: false, emailReminders: false } },
  ])
})

test('changes nothing if the options are like that already, or if none is named', () => {
  expect(changeOptions(defaultOptions, { notifications: true }, anybody)).toEqual([])
  expect(changeOptions(defaultOptions, {}, anybody)).toEqual([])
})

test('only somebody with a second factor makes owners need one, and anybody ends it', () => {
  const need = { ownersNeedTwoFactor: true }
  expect(() => changeOptions(defaultOptions, need, anybody)).toThrow(
    new Refusal('no-second-factor', 'Set up two-factor sign-in for yourself first.'),
  )
  expect(changeOptions(defaultOptions, need, { hasSecondFactor: true })).toEqual([
    { type: 'ChallengeOptionsChanged', data: need },
  ])
  const needed = { ...defaultOptions, ...need }
  expect(changeOptions(needed, need, anybody)).toEqual([])
  expect(changeOptions(needed, { ownersNeedTwoFactor: false }, anybody)).toEqual([
    { type: 'ChallengeOptionsChanged', data: { ownersNeedTwoFactor: false } },
  ])
})

test('the wanted ratings and the normalised scores are options like the others', () => {
  const judged = { wantedRatings: 3, normalisedScores: true }
  expect(changeOptions(defaultOptions, judged, anybody)).toEqual([
    { type: 'ChallengeOptionsChanged', data: judged },
  ])
  expect(
    changeOptions({ ...defaultOptions, ...judged }, { ...judged, notifications: false }, anybody),
  ).toEqual([{ type: 'ChallengeOptionsChanged', data: { notifications: false } }])
})
