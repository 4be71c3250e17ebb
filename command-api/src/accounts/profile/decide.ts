// Decides about the profile of a user: its fields and image, the username, preferences and bookmarks.

import type { ProfileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import { changedFields, withoutMissing } from '@thirty/contracts/given-fields.ts'
import { maxBookmarks, orderedProfileFields } from '@thirty/contracts/accounts/profile-fields.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { canonicalUsername } from '@thirty/contracts/accounts/canonical-names.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { refuseMissingAccount } from '../decide.ts'
import { isAccount, type User } from '../account.ts'

/** Returns whether two spellings are the same username. An empty text means none, too. */
export const isSameUsername = (left: string | null, right: string | null): boolean =>
  canonicalUsername(left ?? '') === canonicalUsername(right ?? '')

/** Records that a user is about to take a username, before it is reserved. */
export function claimUsername(user: User, data: { username: string; claim: string }): UserEvent[] {
  return isAccount(user) ? [{ type: 'UsernameClaimed', data }] : refuseMissingAccount()
}

/**
 * Changes the fields that are present and differ. A new username needs the id of its claim. Throws `conflict` if the claim
 * was dropped after it expired, or replaced by a newer one.
 */
export function changeProfile(user: User, request: ProfileRequest, claimId?: string): UserEvent[] {
  if (!isAccount(user)) refuseMissingAccount()
  const { username } = request
  const isNew = username !== undefined && !isSameUsername(username, user.username)
  if (isNew && username !== '' && user.usernameClaim?.id !== claimId) refuse('conflict', 'usernameChanged')
  const { fullName, bio, location, website, theme, language, notifications, publicFields } = request
  const before = { ...user, username: user.username ?? '' }
  const profile = changedFields(before, { fullName, username, bio, location, website })
  const preferences = changedFields(user, {
    theme,
    language,
    notifications: notifications && { ...user.notifications, ...withoutMissing(notifications) },
    publicFields: publicFields && orderedProfileFields(publicFields),
  })
  return [
    ...(isEmpty(profile) ? [] : [{ type: 'ProfileChanged', data: profile } as const]),
    ...(isEmpty(preferences) ? [] : [{ type: 'PreferencesChanged', data: preferences } as const]),
  ]
}

const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0

/** Replaces the profile image by one of the media store; null removes it. */
export function changeProfileImage(user: User, image: string | null): UserEvent[] {
  if (!isAccount(user)) refuse('user-not-found', 'userNotFound')
  return image === user.picture ? [] : [{ type: 'ProfileImageChanged', data: { image } }]
}

/** Adds a bookmark. Throws `invalid-fields` if the user has the maximum number of bookmarks. */
export function addBookmark(user: User, url: string): UserEvent[] {
  const bookmarks = bookmarksOf(user)
  if (bookmarks.includes(url)) return []
  if (bookmarks.length >= maxBookmarks) refuseField('url', say('bookmarksLimit', { count: maxBookmarks }))
  return [added(url)]
}

/** Adds the bookmarks that a browser stored before the login, up to the maximum number. */
export function addBookmarks(user: User, urls: readonly string[]): UserEvent[] {
  const bookmarks = bookmarksOf(user)
  const newUrls = [...new Set(urls)].filter((url) => !bookmarks.includes(url))
  return newUrls.slice(0, maxBookmarks - bookmarks.length).map(added)
}

/** Removes a bookmark. */
export const removeBookmark = (user: User, url: string): UserEvent[] =>
  bookmarksOf(user).includes(url) ? [{ type: 'BookmarkRemoved', data: { url } }] : []

/** Returns the bookmarks of a user, oldest first. Throws `not-signed-in` without an account. */
export const bookmarksOf = (user: User): readonly string[] =>
  isAccount(user) ? user.bookmarks : refuseMissingAccount()

const added = (url: string): UserEvent => ({ type: 'BookmarkAdded', data: { url } })
