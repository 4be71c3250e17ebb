// The projection of all accounts, by user id.

import { omitEvents, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { adminEvents } from '@thirty/contracts/team/events.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { roleWithoutEvent, type AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { canonicalUsername } from '@thirty/contracts/accounts/canonical-names.ts'
import {
  normalizeForSearch,
  searchTexts,
  addressWord,
  wordsToFind,
} from '@thirty/contracts/user-texts/search-text.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import {
  evolveAccount,
  newAccount,
  type RecordedAccount,
} from '@thirty/contracts/accounts/recorded-account.ts'
import { adminsStream } from '@thirty/contracts/events/stream-names.ts'
import { subjectUserId } from '@thirty/contracts/projects/project-id.ts'
import type { Projection, RecordedEventOf } from '@thirty/infra/read-models/projection.ts'

/** `role` is null for participants. */
export type Account = RecordedAccount & { role: AdminRole | null; position: string }

/** Names that a user is about to take, and bookmarks, are for commands alone. */
export const accountEvents = {
  ...omitEvents(userEvents, 'UsernameClaimed', 'UsernameClaimDropped', 'BookmarkAdded', 'BookmarkRemoved'),
  ...pickEvents(adminEvents, 'AdminRoleChanged'),
  ...deletionEvents,
}
type AccountEvent = RecordedEventOf<typeof accountEvents>

/** The number of texts of an account that everybody may search. The last text is the email address, which only admins may search. */
export const publicNameCount = 2

/**
 * Indexes `all` and `<status>` are ordered by registration, `all:name`, `<status>:name` and `admins` by name. The texts are name, username
 * and email address. The tiebreaker of `username` is the canonical username alone, to find its account.
 */
export const peopleProjection: Projection<Account, typeof accountEvents> = {
  name: 'people',
  version: 10,
  streams: ['user-', 'deleted-', adminsStream],
  events: accountEvents,
  documentIds: (event) => {
    const id = event.type === 'AdminRoleChanged' ? event.data.user : subjectUserId(event.stream)
    return id === undefined ? [] : [id]
  },
  evolve,
  texts: ({ fullName, username, email }) => searchTexts(fullName, username, email),
  words: ({ fullName, username, email }) => [
    ...wordsToFind(`${fullName} ${username ?? ''}`),
    ...wordsToFind(email).map(addressWord),
  ],
  indexEntries: ({ createdAt, position, status, fullName, username, isAdmin }) => {
    const entry = { score: Date.parse(createdAt), tiebreaker: position }
    const byName = { score: 0, tiebreaker: `${nameKey(fullName)}${position}` }
    return {
      all: entry,
      [status]: entry,
      'all:name': byName,
      [`${status}:name`]: byName,
      ...(isAdmin && { admins: byName }),
      ...(username !== null && { username: { score: 0, tiebreaker: canonicalUsername(username) } }),
    }
  },
}

/** Cursors contain the key, so its length is limited. */
const maxKeyLength = 24

/** Returns a text that sorts like the beginning of a name, without regard to case and accents. U+0001 ends it. */
const nameKey = (name: string): string =>
  `${[...normalizeForSearch(name)].slice(0, maxKeyLength).join('')}\u0001`

function evolve(account: Account | undefined, event: AccountEvent): Account | undefined {
  if (event.type === 'UserRegistered') {
    const { role, adminRole = roleWithoutEvent } = event.data
    const position = sortablePosition(event.position)
    return { ...newAccount(event), role: role === 'admin' ? adminRole : null, position }
  }
  if (account === undefined || event.type === 'AccountDeleted') return undefined
  if (event.type === 'AdminRoleChanged') return { ...account, role: event.data.to }
  const changed = evolveAccount(account, event)
  return event.type === 'AdminRightsGranted' ? { ...changed, role: roleWithoutEvent } : changed
}
