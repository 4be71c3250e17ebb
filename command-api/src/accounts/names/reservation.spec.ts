import type { ReservationEvent } from '@thirty/contracts/accounts/sign-in-events.ts'
import { expect, test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { anaRegistered, deactivated, monday, recorded } from '@thirty/command-api/testing/account-events.ts'
import { users } from '../account.ts'
import { abandon, reservations, expiredHolder, release, reserve, type Reservation } from './reservation.ts'

const reserved = (user: string): ReservationEvent => ({ type: 'Reserved', data: { user } })
/** A reservation that a user made at a log position. */
const reservedAt = (user: string, position = 1n) => ({ ...recorded(reserved(user)), position })
const released: ReservationEvent = { type: 'Released', data: {} }
const abandoned = { user: 'ana', position: 1n }

deciderSpec(reservations).rule(
  'a name is reserved once, taken over only from the reservation that was abandoned, and released only by its holder',
  [[], (name: Reservation) => reserve(name, { user: 'ben' }), [reserved('ben')]],
  [[reservedAt('ben')], (name: Reservation) => reserve(name, { user: 'ben' }), []],
  [[reservedAt('ana')], (name: Reservation) => reserve(name, { user: 'ben' }), 'name-taken'],
  [[reservedAt('ana')], (name: Reservation) => reserve(name, { user: 'ben', abandoned }), [reserved('ben')]],
  [[reservedAt('ana', 7n)], (name: Reservation) => reserve(name, { user: 'ben', abandoned }), 'name-taken'],
  [[reservedAt('ana')], (name: Reservation) => release(name, { user: 'ana', position: 1n }), [released]],
  [[reservedAt('ana', 7n)], (name: Reservation) => release(name, { user: 'ana', position: 1n }), []],
  [[reservedAt('ana')], (name: Reservation) => release(name, { user: 'ben' }), []],
)

test('a reservation expires after a minute', () => {
  const { initial, evolve } = reservations
  const reservation = evolve(initial, reservedAt('ana'))
  const holderAfter = (ms: number, user = 'ben', name: Reservation = reservation) =>
    expiredHolder(name, { user, now: Date.parse(monday) + ms })
  expect(holderAfter(60_001)).toMatchObject({ user: 'ana' })
  for (const none of [holderAfter(60_000), holderAfter(60_001, 'ana'), holderAfter(60_001, 'ben', initial)])
    expect(none).toBeUndefined()
})

deciderSpec(users).rule(
  'an unfinished sign-up is abandoned, once, and an existing account never',
  [[], (state) => abandon(state, () => false), [deactivated]],
  [[recorded(deactivated)], (state) => abandon(state, () => false), []],
  [[recorded(anaRegistered)], (state) => abandon(state, () => true), []],
)
