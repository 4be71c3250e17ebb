import type { ReservationEvent } from '@thirty/contracts/events/user.ts'
import { expect, test } from 'vitest'
import { story } from '../story.ts'
import { monday, past } from './fixtures.ts'
import { evolveReservation, free, overdueHolder, release, reserve, type Reservation } from './reservation.ts'

const { given } = story(free, evolveReservation)
const reserved = (user: string): ReservationEvent => ({ type: 'Reserved', data: { user } })
const released: ReservationEvent = { type: 'Released', data: {} }
const byBen = (abandonedBy?: string) => (reservation: Reservation) =>
  reserve(reservation, { user: 'ben', ...(abandonedBy !== undefined && { abandonedBy }) })

test('a free name is reserved', () => {
  given().when(byBen()).then(reserved('ben'))
})

test('a name that was given back is free', () => {
  given(past(reserved('ana')), past(released))
    .when(byBen())
    .then(reserved('ben'))
})

test('a name that is held is taken', () => {
  given(past(reserved('ana')))
    .when(byBen())
    .thenRefused('name-taken', 'Email or username is already taken')
})

test('reserving twice is reserving once', () => {
  given(past(reserved('ben')))
    .when(byBen())
    .thenNothing()
})

test('an abandoned name is taken over', () => {
  given(past(reserved('ana')))
    .when(byBen('ana'))
    .then(reserved('ben'))
})

test('a name that somebody else took over meanwhile is taken', () => {
  given(past(reserved('ana')), past(reserved('eve')))
    .when(byBen('ana'))
    .thenRefused('name-taken')
})

test('only the holder gives a name back', () => {
  given(past(reserved('ana')))
    .when((held) => release(held, { user: 'ana' }))
    .then(released)
  given(past(reserved('ana')))
    .when((held) => release(held, { user: 'ben' }))
    .thenNothing()
})

test('a promise is over after a minute', () => {
  const held = evolveReservation(free, past(reserved('ana')))
  const since = Date.parse(monday)
  expect(overdueHolder(held, { user: 'ben', now: since + 60_000 })).toBeUndefined()
  expect(overdueHolder(held, { user: 'ben', now: since + 60_001 })).toBe('ana')
  expect(overdueHolder(held, { user: 'ana', now: since + 60_001 })).toBeUndefined()
  expect(overdueHolder(free, { user: 'ben', now: since + 60_001 })).toBeUndefined()
})
