import type { AdminEvent } from '@thirty/contracts/events/user.ts'
import { test } from 'vitest'
import { story } from '../story.ts'
import { adminsFold, joins, leaves, type Admins } from './admins.ts'
import { past } from './fixtures.ts'

const { given } = story(adminsFold.initial, adminsFold.evolve)
const joined = (user: string) => past<AdminEvent>({ type: 'AdminJoined', data: { user } })
const left = (user: string) => past<AdminEvent>({ type: 'AdminLeft', data: { user } })
const leaving =
  (user: string, by = user, acting?: string) =>
  (admins: Admins) =>
    leaves(admins, { user, by, acting })

test('an admin joins once, and may come back', () => {
  const joining = (admins: Admins) => joins(admins, 'ada')
  given()
    .when(joining)
    .then({ type: 'AdminJoined', data: { user: 'ada' } })
  given(joined('ada')).when(joining).thenNothing()
  given(joined('ada'), left('ada'))
    .when(joining)
    .then({ type: 'AdminJoined', data: { user: 'ada' } })
})

test('one of two goes, once', () => {
  given(joined('ada'), joined('bob'))
    .when(leaving('bob', 'ada'))
    .then({ type: 'AdminLeft', data: { user: 'bob' } })
  given(joined('ada'), joined('bob'), left('bob')).when(leaving('bob', 'ada')).thenNothing()
})

test('the last one stays', () => {
  given(joined('ada')).when(leaving('ada')).thenRefused('last-admin')
  given(joined('ada'), joined('bob'), left('bob'))
    .when(leaving('ada', 'ada', 'bob'))
    .thenRefused('last-admin')
})

test('another one on the list counts who was seen to be active', () => {
  given(joined('ada'), joined('bob'))
    .when(leaving('ada', 'ada', 'bob'))
    .then({ type: 'AdminLeft', data: { user: 'ada' } })
  given(joined('ada'), joined('bob')).when(leaving('ada')).thenRefused('last-admin')
})

test('of two who send each other away one stays', () => {
  given(joined('ada'), joined('bob'), left('bob')).when(leaving('ada', 'bob')).thenRefused('last-admin')
})

test('an admin who is on no list yet may send others away, and is not sent away by nobody', () => {
  given(joined('bob'))
    .when(leaving('bob', 'elder'))
    .then({ type: 'AdminLeft', data: { user: 'bob' } })
  given().when(leaving('elder')).thenRefused('last-admin')
})
