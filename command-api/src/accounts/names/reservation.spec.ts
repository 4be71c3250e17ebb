import type { ReservationEvent } from '@thirty/contracts/events/user.ts'
import { expect, test } from 'vitest'
import { deciderSpec, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { anaRegistered, deactivated, monday, recorded } from '@thirty/command-api/testing/account-events.ts'
import { evolve, noUser } from '../evolve.ts'
import {
  abandon,
  evolveReservation,
  unreserved,
  expiredHolder,
  release,
  reserve,
  type Reservation,
} from './reservation.ts'

const { given, rule } = deciderSpec(unreserved, evolveReservation)
const reserved = (user: string): ReservationEvent => ({ type: 'Reserved', data: { user } })
const released: ReservationEvent = { type: 'Released', data: {} }
/** A reservation that a user made at a log position. */
const reservedAt = (user: string, position: bigint) => ({ ...recorded(reserved(user)), position })
const reservingByBen =
  (abandonedBy?: string, position = 1n) =>
  (reservation: Reservation) =>
    reserve(reservation, {
      user: 'ben',
      ...(abandonedBy !== undefined && { abandoned: { user: abandonedBy, position } }),
    })

rule('a free name is reserved', [[], reservingByBen(), [reserved('ben')]])

rule('a reserved name is taken', [
  [recorded(reserved('ana'))],
  reservingByBen(),
  refused('name-taken', 'Email or username is already taken'),
])

rule('reserving a name twice reserves it once', [[recorded(reserved('ben'))], reservingByBen(), []])

rule('an abandoned name is taken over', [
  [recorded(reserved('ana'))],
  reservingByBen('ana'),
  [reserved('ben')],
])

rule('a name that another user took over meanwhile is taken', [
  [recorded(reserved('ana')), recorded(reserved('eve'))],
  reservingByBen('ana'),
  'name-taken',
])

rule('a name that its holder reserved again meanwhile is taken', [
  [reservedAt('ana', 1n), reservedAt('ana', 7n)],
  reservingByBen('ana', 1n),
  'name-taken',
])

rule('a user can renew a reservation', [
  [reservedAt('ben', 1n)],
  (reservation) => reserve(reservation, { user: 'ben', renew: true }),
  [reserved('ben')],
])

rule(
  'only the holder can release a name',
  [[recorded(reserved('ana'))], (reservation) => release(reservation, { user: 'ana' }), [released]],
  [[recorded(reserved('ana'))], (reservation) => release(reservation, { user: 'ben' }), []],
)

test('a release affects only the reservation it was made for', () => {
  const releasingAtOne = (reservation: Reservation) => release(reservation, { user: 'ana', position: 1n })
  given(reservedAt('ana', 1n)).when(releasingAtOne).then(released)
  given(reservedAt('ana', 1n), reservedAt('ana', 7n)).when(releasingAtOne).thenNothing()
})

test('a reservation expires after a minute', () => {
  const reservation = evolveReservation(unreserved, recorded(reserved('ana')))
  const since = Date.parse(monday)
  expect(expiredHolder(reservation, { user: 'ben', now: since + 60_000 })).toBeUndefined()
  expect(expiredHolder(reservation, { user: 'ben', now: since + 60_001 })).toMatchObject({ user: 'ana' })
  expect(expiredHolder(reservation, { user: 'ana', now: since + 60_001 })).toBeUndefined()
  expect(expiredHolder(unreserved, { user: 'ben', now: since + 60_001 })).toBeUndefined()
})

const user = deciderSpec(noUser, evolve)

test('an unfinished sign-up is abandoned', () => {
  user
    .given()
    .when((state) => abandon(state))
    .then(deactivated)
})

test('a sign-up is abandoned only once', () => {
  user
    .given(recorded(deactivated))
    .when((state) => abandon(state))
    .thenNothing()
})

test('an existing account is never abandoned', () => {
  user
    .given(recorded(anaRegistered))
    .when((state) => abandon(state, () => true))
    .thenNothing()
})
