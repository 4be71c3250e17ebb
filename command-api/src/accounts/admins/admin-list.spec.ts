import type { AdminEvent } from '@thirty/contracts/events/user.ts'
import { operatorId } from '@thirty/contracts/rules/operator.ts'
import { test } from 'vitest'
import { adminsFold, addAdmin, removeAdmin, type Admins } from './admin-list.ts'
import { recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'

const { given } = recordedDeciderSpec(adminsFold.initial, adminsFold.evolve)
const joined = (user: string): AdminEvent => ({ type: 'AdminJoined', data: { user } })
const left = (user: string): AdminEvent => ({ type: 'AdminLeft', data: { user } })
const leaving =
  (user: string, by = user, otherActiveAdmin?: string) =>
  (admins: Admins) =>
    removeAdmin(admins, { user, by, otherActiveAdmin })

test('an admin is added once, and can be added again after leaving', () => {
  const joining = (admins: Admins) => addAdmin(admins, 'ada')
  given().when(joining).then(joined('ada'))
  given(joined('ada')).when(joining).thenNothing()
  given(joined('ada'), left('ada')).when(joining).then(joined('ada'))
})

test('one of two admins is removed, once', () => {
  given(joined('ada'), joined('bob')).when(leaving('bob', 'ada')).then(left('bob'))
  given(joined('ada'), joined('bob'), left('bob')).when(leaving('bob', 'ada')).thenNothing()
})

test('the last admin cannot leave', () => {
  given(joined('ada')).when(leaving('ada')).thenRefused('last-admin')
  given(joined('ada'), joined('bob'), left('bob'))
    .when(leaving('ada', 'ada', 'bob'))
    .thenRefused('last-admin')
})

test('an admin can leave only while another admin on the list is active', () => {
  given(joined('ada'), joined('bob'))
    .when(leaving('ada', 'ada', 'bob'))
    .then(left('ada'))
  given(joined('ada'), joined('bob')).when(leaving('ada')).thenRefused('last-admin')
})

test('of two admins who remove each other, one stays', () => {
  given(joined('ada'), joined('bob'), left('bob')).when(leaving('ada', 'bob')).thenRefused('last-admin')
})

test('an operator does not count as an admin who remains', () => {
  given(joined('ada')).when(leaving('ada', operatorId)).thenRefused('last-admin')
  given(joined('ada'), joined('bob'))
    .when(leaving('ada', operatorId, 'bob'))
    .then(left('ada'))
})

test('an admin of an older release, who is not on the list, can remove others but not leave as the last one', () => {
  given(joined('bob')).when(leaving('bob', 'elder')).then(left('bob'))
  given().when(leaving('elder')).thenRefused('last-admin')
})
