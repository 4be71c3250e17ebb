import { maxBookmarks } from '@thirty/contracts/api/accounts/profile.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { refuseMissingAccount } from '../decide.ts'
import { isAccount, type User } from '../evolve.ts'

/** Adds a bookmark. Throws `invalid-fields` if the user has the maximum number of bookmarks. */
export function addBookmark(user: User, url: string): UserEvent[] {
  const bookmarks = bookmarksOf(user)
  if (bookmarks.includes(url)) return []
  if (bookmarks.length >= maxBookmarks) {
    const message = `At most ${maxBookmarks} bookmarks`
    refuse('invalid-fields', message, { url: message })
  }
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
