import type { ReservationEvent } from '@thirty/contracts/accounts/sign-in-events.ts'
import { expect, test } from 'vitest'
import { deciderSpec, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { anaRegistered, deactivated, monday, recorded } from '@thirty/command-api/testing/account-events.ts'
import { userFold } from '../evolve.ts'
import { abandon, reservationFold, expiredHolder, release, reserve, type Reservation } from './reservation.ts'

const { initial: unreserved, evolve: evolveReservation } = reservationFold
const { rule } = deciderSpec(reservationFold)
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

rule(
  'a name that is free or released is reserved, once; its holder can renew it',
  [[], reservingByBen(), [reserved('ben')]],
  [[recorded(reserved('ana')), recorded(released)], reservingByBen(), [reserved('ben')]],
  [
    [recorded(reserved('ana'))],
    reservingByBen(),
    refused('name-taken', 'Email or username is already taken'),
  ],
  [[recorded(reserved('ben'))], reservingByBen(), []],
  [[reservedAt('ben', 1n)], (held) => reserve(held, { user: 'ben', renew: true }), [reserved('ben')]],
)

rule(
  'an abandoned name is taken over, unless somebody has reserved it meanwhile',
  [[recorded(reserved('ana'))], reservingByBen('ana'), [reserved('ben')]],
  [[recorded(reserved('ana')), recorded(reserved('eve'))], reservingByBen('ana'), 'name-taken'],
  [[reservedAt('ana', 1n), reservedAt('ana', 7n)], reservingByBen('ana', 1n), 'name-taken'],
)

const releasing = (user: string, position?: bigint) => (reservation: Reservation) =>
  release(reservation, { user, ...(position !== undefined && { position }) })
rule(
  'only the holder can release a name, and only the reservation that it was made for',
  [[recorded(reserved('ana'))], releasing('ana'), [released]],
  [[recorded(reserved('ana'))], releasing('ben'), []],
  [[reservedAt('ana', 1n)], releasing('ana', 1n), [released]],
  [[reservedAt('ana', 1n), reservedAt('ana', 7n)], releasing('ana', 1n), []],
)

test('a reservation expires after a minute', () => {
  const reservation = evolveReservation(unreserved, recorded(reserved('ana')))
  const since = Date.parse(monday)
  expect(expiredHolder(reservation, { user: 'ben', now: since + 60_000 })).toBeUndefined()
  expect(expiredHolder(reservation, { user: 'ben', now: since + 60_001 })).toMatchObject({ user: 'ana' })
  expect(expiredHolder(reservation, { user: 'ana', now: since + 60_001 })).toBeUndefined()
  expect(expiredHolder(unreserved, { user: 'ben', now: since + 60_001 })).toBeUndefined()
})

deciderSpec(userFold).rule(
  'an unfinished sign-up is abandoned, once, and an existing account never',
  [[], (state) => abandon(state), [deactivated]],
  [[recorded(deactivated)], (state) => abandon(state), []],
  [[recorded(anaRegistered)], (state) => abandon(state, () => true), []],
)
