// The bookmarks of the user: in the account, or in this browser for visitors and while the account cannot be reached.

import { useState } from 'react'
import { errorMessage, isFinalRefusal } from '../../shared/http/request-failed.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { onUserChange } from '../../shared/storage/user-change.ts'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { t } from '../../shared/i18n/t.ts'
import { maxBookmarks } from '@thirty/contracts/accounts/profile-fields.ts'
import { request } from '../../shared/http/http.ts'
import { ownUserId } from '../../shared/session/session.ts'
import { deviceStorage } from '../../shared/storage/browser-storage.ts'

type Change = { url: string; isAdded: boolean }

/** Returns the bookmarks with one added at the end or removed. */
const withChange = (urls: readonly string[], { url, isAdded }: Change): readonly string[] => {
  const others = urls.filter((other) => other !== url)
  return isAdded ? [...others, url] : others
}

export const ownBookmarks = liveData<readonly string[]>({
  // The account may not have the last changes yet.
  load: async (_key, signal) => unanswered.reduce(withChange, await loadBookmarks(signal)),
  resyncs: true,
})

/** The changes without an answer, oldest first. Another user begins with an empty list. */
let unanswered: Change[] = []
onUserChange(() => (unanswered = []))

const show = (next: Change) => ownBookmarks.change((urls) => withChange(urls, next))

/**
 * Shows a change at once, and takes it back if the server refuses it; a bookmark that cannot be sent stays in this browser. Changes are
 * sent one after the other, so that the last answer has all of them.
 */
function change(next: Change): void {
  show(next)
  unanswered.push(next)
  if (unanswered.length === 1) void sendAll(unanswered)
}

async function sendAll(changes: Change[]): Promise<void> {
  const [sent] = changes
  if (sent === undefined) return
  const answer = await changeBookmark(sent).catch((error: unknown) => ({ error }))
  // Another user has signed in.
  if (changes !== unanswered) return
  changes.shift()
  if (!('error' in answer)) ownBookmarks.change(() => changes.reduce(withChange, answer))
  else if (sent.isAdded && !isFinalRefusal(answer.error)) {
    changeBrowserBookmark(sent)
    toast({ id: 'bookmark-kept', kind: 'info', text: t('resources.keptHere') })
  } else {
    show({ ...sent, isAdded: !sent.isAdded })
    const text = errorMessage(answer.error, t('resources.bookmarkNotChanged'))
    toast({ id: 'bookmark-refused', kind: 'error', text })
  }
  await sendAll(changes)
}

/** If the account cannot be reached (`failed`), `urls` are the bookmarks of this browser, and a change is made there. */
export function useBookmarks() {
  const { state, data, reload } = useLiveData(ownBookmarks)
  const [kept, setKept] = useState(browserBookmarks)
  const urls = new Set(data ?? kept)
  return {
    state,
    urls,
    toggle: (url: string) => {
      const next = { url, isAdded: !urls.has(url) }
      if (data === undefined) setKept(changeBrowserBookmark(next))
      else change(next)
    },
    retry: reload,
  }
}

const key = 'thirty-bookmarks'

/** Returns the bookmarks that only this browser has, oldest first: a visitor's, and unsent ones. */
function browserBookmarks(): readonly string[] {
  const stored: unknown = deviceStorage.read(key)
  return Array.isArray(stored) ? stored.filter((url) => typeof url === 'string').slice(0, maxBookmarks) : []
}

function storeInBrowser(urls: readonly string[]): void {
  if (urls.length === 0) deviceStorage.remove(key)
  else deviceStorage.set(key, JSON.stringify(urls.slice(0, maxBookmarks)))
}

/** Adds a bookmark to the bookmarks of this browser, or removes it. Returns all of them. */
function changeBrowserBookmark(change: Change): readonly string[] {
  storeInBrowser(withChange(browserBookmarks(), change))
  return browserBookmarks()
}

/**
 * Returns the bookmarks of the account; bookmarks of this browser are moved into it. For a visitor, returns the bookmarks of this browser.
 * Rejects if the account cannot be reached.
 */
async function loadBookmarks(signal: AbortSignal): Promise<readonly string[]> {
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
async function changeBookmark(change: Change): Promise<readonly string[]> {
  if (ownUserId() === undefined) return changeBrowserBookmark(change)
  const { url, isAdded } = change
  return (await request(isAdded ? 'PUT' : 'DELETE', '/api/auth/bookmarks', { body: { url } })).bookmarks
}
