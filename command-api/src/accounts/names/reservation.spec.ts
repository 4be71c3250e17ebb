import type { ReservationEvent } from '@thirty/contracts/events/user.ts'
import { expect, test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
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

const { given } = deciderSpec(unreserved, evolveReservation)
const reserved = (user: string): ReservationEvent => ({ type: 'Reserved', data: { user } })
const released: ReservationEvent = { type: 'Released', data: {} }
/** The hold of a user that was made at a position. */
const held = (user: string, position: bigint) => ({ ...recorded(reserved(user)), position })
const byBen =
  (abandonedBy?: string, position = 1n) =>
  (reservation: Reservation) =>
    reserve(reservation, {
      user: 'ben',
      ...(abandonedBy !== undefined && { abandoned: { user: abandonedBy, position } }),
    })

test('a free name is reserved', () => {
  given().when(byBen()).then(reserved('ben'))
})

test('a name that was given back is free', () => {
  given(recorded(reserved('ana')), recorded(released))
    .when(byBen())
    .then(reserved('ben'))
})

test('a name that is held is taken', () => {
  given(recorded(reserved('ana')))
    .when(byBen())
    .thenRefused('name-taken', 'Email or username is already taken')
})

test('reserving twice is reserving once', () => {
  given(recorded(reserved('ben')))
    .when(byBen())
    .thenNothing()
})

test('an abandoned name is taken over', () => {
  given(recorded(reserved('ana')))
    .when(byBen('ana'))
    .then(reserved('ben'))
})

test('a name that somebody else took over meanwhile is taken', () => {
  given(recorded(reserved('ana')), recorded(reserved('eve')))
    .when(byBen('ana'))
    .thenRefused('name-taken')
})

test('a name that its holder took anew meanwhile is taken', () => {
  given(held('ana', 1n), held('ana', 7n)).when(byBen('ana', 1n)).thenRefused('name-taken')
})

test('a hold of one’s own begins anew when that is asked for', () => {
  given(held('ben', 1n))
    .when((reservation) => reserve(reservation, { user: 'ben', renew: true }))
    .then(reserved('ben'))
})

test('only the holder gives a name back', () => {
  given(recorded(reserved('ana')))
    .when((reservation) => release(reservation, { user: 'ana' }))
    .then(released)
  given(recorded(reserved('ana')))
    .when((reservation) => release(reservation, { user: 'ben' }))
    .thenNothing()
})

test('a hold is given back only as long as it is the same', () => {
  const atOne = (reservation: Reservation) => release(reservation, { user: 'ana', position: 1n })
  given(held('ana', 1n)).when(atOne).then(released)
  given(held('ana', 1n), held('ana', 7n)).when(atOne).thenNothing()
})

test('a promise is over after a minute', () => {
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
