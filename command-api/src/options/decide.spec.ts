import { defaultOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { expect, test } from 'vitest'
import { changeOptions } from './decide.ts'

const now = Date.parse('2026-03-02T08:00:00Z')
const anybody = { hasSecondFactor: false, now }

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
    expect.objectContaining({
      code: 'no-second-factor',
      message: 'Set up two-factor sign-in for yourself first.',
    }),
  )
  expect(changeOptions(defaultOptions, need, { hasSecondFactor: true, now })).toEqual([
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

const day = 24 * 60 * 60 * 1_000
const eventUntil = (ms: number, networks = ['203.0.113.0/24']) => ({
  eventNetworks: { networks, until: new Date(now + ms).toISOString() },
})

test('an event has an end of at most thirty days', () => {
  expect(changeOptions(defaultOptions, eventUntil(30 * day), anybody)).toEqual([
    { type: 'ChallengeOptionsChanged', data: eventUntil(30 * day) },
  ])
  for (const ms of [0, -1, 30 * day + 1, 400 * day])
    expect(() => changeOptions(defaultOptions, eventUntil(ms), anybody)).toThrow(
      expect.objectContaining({
        code: 'invalid-fields',
        message: 'The event must end in the next 30 days',
        errors: { 'eventNetworks.until': expect.objectContaining({ code: 'eventEndTooLate' }) },
      }),
    )
})

test('an event that is named again changes nothing, also after its end, and can be ended', () => {
  const event = { ...defaultOptions, ...eventUntil(day) }
  const later = { ...anybody, now: now + 40 * day }
  expect(changeOptions(event, eventUntil(day), later)).toEqual([])
  const several = { ...defaultOptions, ...eventUntil(day, ['203.0.113.7', '2001:db8::/48']) }
  expect(changeOptions(several, eventUntil(day, ['2001:db8::/48', '203.0.113.7']), later)).toEqual([])
  expect(changeOptions(event, { eventNetworks: null }, later)).toEqual([
    { type: 'ChallengeOptionsChanged', data: { eventNetworks: null } },
  ])
  expect(changeOptions(event, eventUntil(day, ['203.0.113.7']), anybody)).toHaveLength(1)
  expect(changeOptions(defaultOptions, { eventNetworks: null }, anybody)).toEqual([])
})
