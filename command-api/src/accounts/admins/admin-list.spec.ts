import type { AdminEvent } from '@thirty/contracts/events/user.ts'
import { test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { adminsFold, addAdmin, removeAdmin, type Admins } from './admin-list.ts'
import { recorded } from '@thirty/command-api/testing/account-events.ts'

const { given } = deciderSpec(adminsFold.initial, adminsFold.evolve)
const joined = (user: string) => recorded<AdminEvent>({ type: 'AdminJoined', data: { user } })
const left = (user: string) => recorded<AdminEvent>({ type: 'AdminLeft', data: { user } })
const leaving =
  (user: string, by = user, acting?: string) =>
  (admins: Admins) =>
    removeAdmin(admins, { user, by, acting })

test('an admin joins once, and may come back', () => {
  const joining = (admins: Admins) => addAdmin(admins, 'ada')
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
