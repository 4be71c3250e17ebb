// Loads and changes bookmarks, in the account of a signed-in user or in this browser.

import { maxBookmarks } from '@thirty/contracts/accounts/profile-fields.ts'
import { request } from '../../shared/http/http.ts'
import { ownUserId } from '../../shared/session/session.ts'
import { deviceStorage } from '../../shared/storage/browser-storage.ts'

const key = 'thirty-bookmarks'

/** Returns the bookmarks that only this browser has, oldest first: a visitor's, and unsent ones. */
export function browserBookmarks(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(deviceStorage.get(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((url) => typeof url === 'string').slice(0, maxBookmarks) : []
  } catch {
    return []
  }
}

function storeInBrowser(urls: readonly string[]): void {
  if (urls.length === 0) deviceStorage.remove(key)
  else deviceStorage.set(key, JSON.stringify(urls.slice(0, maxBookmarks)))
}

/** Adds a bookmark to the bookmarks of this browser, or removes it. Returns all of them. */
export function changeBrowserBookmark(url: string, isAdded: boolean): readonly string[] {
  storeInBrowser(withBookmark(browserBookmarks(), url, isAdded))
  return browserBookmarks()
}

/** Returns the bookmarks with one added at the end or removed. */
export const withBookmark = (urls: readonly string[], url: string, isAdded: boolean): readonly string[] => {
  const others = urls.filter((other) => other !== url)
  return isAdded ? [...others, url] : others
}

/**
 * Returns the bookmarks of the account; bookmarks of this browser are moved into it. For a visitor, returns the bookmarks of this browser.
 * Rejects if the account cannot be reached.
 */
export async function loadBookmarks(signal: AbortSignal): Promise<readonly string[]> {
  const moved = browserBookmarks()
  if (ownUserId() === undefined) return moved
  const { bookmarks } =
    moved.length === 0
      ? await request('GET', '/api/auth/bookmarks', { signal })
      : await request('POST', '/api/auth/bookmarks', { body: { urls: [...moved] }, signal })
  // The user may have added another one meanwhile.
  storeInBrowser(browserBookmarks().filter((url) => !moved.includes(url)))
  return bookmarks
}

/** Adds or removes a bookmark where the bookmarks of this user are. Returns all of them. */
export async function changeBookmark(url: string, isAdded: boolean): Promise<readonly string[]> {
  if (ownUserId() === undefined) return changeBrowserBookmark(url, isAdded)
  const { bookmarks } = await request(isAdded ? 'PUT' : 'DELETE', '/api/auth/bookmarks', { body: { url } })
  return bookmarks
}
