import { maxBookmarks } from '@thirty/contracts/api/accounts/profile.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { test } from 'vitest'
import { addBookmark, addBookmarks, removeBookmark } from './bookmarks.ts'
import { evolve, noUser, type User } from '../evolve.ts'
import { anaRegistered, recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'

const { given } = recordedDeciderSpec(noUser, evolve)
const [one, two, three] = ['https://one.example', 'https://two.example', 'https://three.example'] as const
const added = (url: string): UserEvent => ({ type: 'BookmarkAdded', data: { url } })
const removed = (url: string): UserEvent => ({ type: 'BookmarkRemoved', data: { url } })
const adding = (url: string) => (user: User) => addBookmark(user, url)
const full = Array.from({ length: maxBookmarks }, (_, at) => added(`https://example.org/${at}`))

test('an address is bookmarked once', () => {
  given(anaRegistered).when(adding(one)).then(added(one))
  given(anaRegistered, added(one)).when(adding(one)).thenNothing()
})

test('bookmarks beyond the maximum are refused', () => {
  given(anaRegistered, ...full.slice(1))
    .when(adding(one))
    .then(added(one))
  given(anaRegistered, ...full)
    .when(adding(one))
    .thenRefused('invalid-fields', { errors: ['url'] })
  given(anaRegistered, ...full)
    .when(adding('https://example.org/7'))
    .thenNothing()
})

test('new bookmarks of a browser are added up to the maximum', () => {
  given(anaRegistered, added(two))
    .when((user) => addBookmarks(user, [one, two, one, three]))
    .then(added(one), added(three))
  given(anaRegistered, ...full.slice(1))
    .when((user) => addBookmarks(user, [one, two]))
    .then(added(one))
  given(anaRegistered, ...full)
    .when((user) => addBookmarks(user, [one]))
    .thenNothing()
})

test('a bookmark is removed once', () => {
  const removing = (user: User) => removeBookmark(user, one)
  given(anaRegistered, added(one)).when(removing).then(removed(one))
  given(anaRegistered, added(one), removed(one)).when(removing).thenNothing()
})

test('a missing account has no bookmarks', () => {
  given().when(adding(one)).thenRefused('not-signed-in')
})
