// The bookmarks of the user.

import { useState } from 'react'
import { errorMessage, isFinalRefusal } from '../../shared/http/request-failed.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { onUserChange } from '../../shared/storage/user-data.ts'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import {
  browserBookmarks,
  changeBookmark,
  changeBrowserBookmark,
  loadBookmarks,
  withBookmark,
} from './bookmarks.ts'
import { t } from '../../shared/i18n/t.ts'

type Change = { url: string; isAdded: boolean }

const withChange = (urls: readonly string[], { url, isAdded }: Change) => withBookmark(urls, url, isAdded)

export const ownBookmarks = liveData<readonly string[]>({
  // The account may not have the last changes yet.
  load: async (_key, signal) => {
    const loaded = await loadBookmarks(signal)
    return unanswered.reduce(withChange, loaded)
  },
  resyncs: true,
})

/** The changes without an answer, oldest first. Another user begins with an empty list. */
let unanswered: Change[] = []
onUserChange(() => (unanswered = []))

const show = (next: Change) => ownBookmarks.change((urls) => withChange(urls, next))

/**
 * Shows a change at once, and takes it back if the server refuses it. Changes are sent one after the other, so that the last answer
 * has all of them. `onUnreachable` is called for what could not be sent.
 */
function change(next: Change, onUnreachable: (failed: Change) => void): void {
  show(next)
  unanswered.push(next)
  if (unanswered.length === 1) void sendAll(unanswered, onUnreachable)
}

async function sendAll(changes: Change[], onUnreachable: (failed: Change) => void): Promise<void> {
  const [sent] = changes
  if (sent === undefined) return
  const answer = await changeBookmark(sent.url, sent.isAdded).catch((error: unknown) => ({ error }))
  // Another user has signed in.
  if (changes !== unanswered) return
  changes.shift()
  if (!('error' in answer)) ownBookmarks.change(() => changes.reduce(withChange, answer))
  else if (sent.isAdded && !isFinalRefusal(answer.error)) onUnreachable(sent)
  else {
    show({ ...sent, isAdded: !sent.isAdded })
    const text = errorMessage(answer.error, t('resources.bookmarkNotChanged'))
    toast({ id: 'bookmark-refused', kind: 'error', text })
  }
  await sendAll(changes, onUnreachable)
}

/** If the account cannot be reached (`failed`), `urls` are the bookmarks of this browser, and a change is made there. */
export function useBookmarks() {
  const { state, data, reload } = useLiveData(ownBookmarks)
  const [kept, setKept] = useState(browserBookmarks)
  const urls = new Set(data ?? kept)
  const keepHere = ({ url }: Change) => {
    setKept(changeBrowserBookmark(url, true))
    toast({ id: 'bookmark-kept', kind: 'info', text: t('resources.keptHere') })
  }
  return {
    state,
    urls,
    toggle: (url: string) => {
      const isAdded = !urls.has(url)
      if (data === undefined) setKept(changeBrowserBookmark(url, isAdded))
      else change({ url, isAdded }, keepHere)
    },
    retry: reload,
  }
}
