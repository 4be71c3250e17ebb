import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import {
  defaultOptions,
  evolveOptions,
  type ChallengeOptions,
} from '@thirty/contracts/challenge/challenge-state.ts'
import type { ChangeOptionsRequest } from '@thirty/contracts/challenge/options-api.ts'
import { deciderSpec, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { changeOptions } from './decide.ts'

const start = Date.parse('2026-03-02T08:00:00Z')
const day = 24 * 60 * 60 * 1_000
const { rule } = deciderSpec({ initial: defaultOptions, evolve: evolveOptions })
const changed = (data: ChangeOptionsRequest): ChallengeEvent => ({ type: 'ChallengeOptionsChanged', data })
const changing =
  (change: ChangeOptionsRequest, { hasSecondFactor = false, now = start } = {}) =>
  (options: ChallengeOptions) =>
    changeOptions(options, change, { hasSecondFactor, now })

const off = { notifications: false, emailReminders: false }
const judged = { wantedRatings: 3, normalisedScores: true }
rule(
  'the event names only the options that change',
  [[], changing({ ...off, emailReminders: true }), [changed({ notifications: false })]],
  [[], changing(off), [changed(off)]],
  [[], changing(judged), [changed(judged)]],
  [[changed(judged)], changing({ ...judged, ...off }), [changed(off)]],
  [[], changing({ notifications: true }), []],
  [[], changing({}), []],
)

const need = { ownersNeedTwoFactor: true }
rule(
  'only somebody with a second factor makes owners need one, and anybody ends it',
  [[], changing(need), refused('no-second-factor', 'Set up two-factor sign-in for yourself first.')],
  [[], changing(need, { hasSecondFactor: true }), [changed(need)]],
  [[changed(need)], changing(need), []],
  [[changed(need)], changing({ ownersNeedTwoFactor: false }), [changed({ ownersNeedTwoFactor: false })]],
)

const until = (ms: number, ...networks: string[]) => ({
  eventNetworks: {
    networks: networks.length > 0 ? networks : ['203.0.113.0/24'],
    until: new Date(start + ms).toISOString(),
  },
})
rule(
  'an event has an end of at most thirty days',
  [[], changing(until(30 * day)), [changed(until(30 * day))]],
  ...[0, -1, 30 * day + 1, 400 * day].map(
    (ms) =>
      [[], changing(until(ms)), refused('invalid-fields', 'The event must end in the next 30 days')] as const,
  ),
  [[], changing(until(0)), refused('invalid-fields', { errors: ['eventNetworks.until'] })],
)

const later = { now: start + 40 * day }
const [one, two] = ['203.0.113.7', '2001:db8::/48']
const none = { eventNetworks: null }
rule(
  'an event that is named again changes nothing, also after its end, and it can be moved and ended',
  [[changed(until(day))], changing(until(day), later), []],
  [[changed(until(day, one, two))], changing(until(day, two, one), later), []],
  [[changed(until(day))], changing(none, later), [changed(none)]],
  [[changed(until(day))], changing(until(day, one)), [changed(until(day, one))]],
  [[changed(until(day))], changing(until(2 * day)), [changed(until(2 * day))]],
  [[changed(until(day))], changing(off), [changed(off)]],
  [[], changing(none), []],
)
