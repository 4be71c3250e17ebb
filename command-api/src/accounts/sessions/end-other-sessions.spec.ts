import { expect, test } from 'vitest'
import { revokeOtherSessions } from './decide.ts'
import { noUser, userFold } from '../evolve.ts'
import { monday, recorded, anaRegistered } from '@thirty/command-api/testing/account-events.ts'

const hour = 3_600_000
const at = Date.parse(monday)
const registered = userFold.evolve(noUser, recorded(anaRegistered))
const ended = userFold.evolve(registered, recorded({ type: 'SessionsRevoked', data: { sessionVersion: 1 } }))
const eventsAfter = (ms: number, others: number, { user = ended, seenSince = at } = {}) =>
  revokeOtherSessions(user, { others, seenSince, now: at + ms }).length

test('nothing is written while there is no other session, hours after all were ended', () => {
  expect([61_000, hour, 23 * hour].map((ms) => eventsAfter(ms, 0))).toEqual([0, 0, 0])
})

test('another session is ended at any time', () => {
  expect([0, 61_000, 23 * hour].map((ms) => eventsAfter(ms, 1))).toEqual([1, 1, 1])
})

test('seen sessions may be lost, so all sessions are ended after a day, or if none was ever ended', () => {
  expect(eventsAfter(24 * hour, 0)).toBe(1)
  expect(eventsAfter(0, 0, { user: registered })).toBe(1)
})

test('all are ended while the sessions that were seen before are forgotten, as after a restart', () => {
  expect(eventsAfter(hour, 0, { seenSince: at + 1 })).toBe(1)
})
