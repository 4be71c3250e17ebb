import { maxBookmarks } from '@thirty/contracts/accounts/profile-fields.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { addBookmark, addBookmarks, removeBookmark } from './decide.ts'
import { userFold, type User } from '../evolve.ts'
import { anaRegistered, recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { refused } from '@thirty/command-api/testing/decider-spec.ts'

const { rule } = recordedDeciderSpec(userFold)
const [one, two, three] = ['https://one.example', 'https://two.example', 'https://three.example'] as const
const added = (url: string): UserEvent => ({ type: 'BookmarkAdded', data: { url } })
const removed = (url: string): UserEvent => ({ type: 'BookmarkRemoved', data: { url } })
const adding = (url: string) => (user: User) => addBookmark(user, url)
const full = Array.from({ length: maxBookmarks }, (_, at) => added(`https://example.org/${at}`))

const removing = (user: User) => removeBookmark(user, one)
const addingAll =
  (...urls: string[]) =>
  (user: User) =>
    addBookmarks(user, urls)

rule(
  'an address is bookmarked once, up to the maximum, and removed once',
  [[anaRegistered], adding(one), [added(one)]],
  [[anaRegistered, added(one)], adding(one), []],
  [[anaRegistered, ...full.slice(1)], adding(one), [added(one)]],
  [[anaRegistered, ...full], adding(one), refused('invalid-fields', { errors: ['url'] })],
  [[anaRegistered, ...full], adding('https://example.org/7'), []],
  [[anaRegistered, added(one)], removing, [removed(one)]],
  [[anaRegistered, added(one), removed(one)], removing, []],
  [[], adding(one), 'not-signed-in'],
)

rule(
  'new bookmarks of a browser are added up to the maximum',
  [[anaRegistered, added(two)], addingAll(one, two, one, three), [added(one), added(three)]],
  [[anaRegistered, ...full.slice(1)], addingAll(one, two), [added(one)]],
  [[anaRegistered, ...full], addingAll(one), []],
)
