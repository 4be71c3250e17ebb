import { maxBookmarks } from '@thirty/contracts/api/accounts/profile.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { isAccount, type User } from '../evolve.ts'
import { refuseMissingAccount } from './decide.ts'

/** Adds a bookmark. Throws `invalid-fields` when there is no room for it. */
export function addBookmark(user: User, url: string): UserEvent[] {
  const bookmarks = bookmarksOf(user)
  if (bookmarks.includes(url)) return []
  if (bookmarks.length >= maxBookmarks) {
    const message = `At most ${maxBookmarks} bookmarks`
    refuse('invalid-fields', message, { url: message })
  }
  return [added(url)]
}

/** Adds what a browser kept, as many as there is room for. */
export function addBookmarks(user: User, urls: readonly string[]): UserEvent[] {
  const bookmarks = bookmarksOf(user)
  const fresh = [...new Set(urls)].filter((url) => !bookmarks.includes(url))
  return fresh.slice(0, maxBookmarks - bookmarks.length).map(added)
}

/** Removes a bookmark. */
export const removeBookmark = (user: User, url: string): UserEvent[] =>
  bookmarksOf(user).includes(url) ? [{ type: 'BookmarkRemoved', data: { url } }] : []

/** The bookmarks of a user, oldest first. Throws `not-signed-in` for one who is gone. */
export const bookmarksOf = (user: User): readonly string[] =>
  isAccount(user) ? user.bookmarks : refuseMissingAccount()

const added = (url: string): UserEvent => ({ type: 'BookmarkAdded', data: { url } })
