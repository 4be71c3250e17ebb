import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../shared/http/query-client.ts'
import { errorMessage, isFinalRefusal } from '../../shared/http/request-failed.ts'
import { useLoadState } from '../../shared/http/use-load-state.ts'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import {
  browserBookmarks,
  changeBookmark,
  changeBrowserBookmark,
  loadBookmarks,
  withBookmark,
} from './bookmarks.ts'
import { t } from './messages/t.ts'

export type Bookmarks = {
  /** `failed`: the account cannot be reached; `urls` are the bookmarks of this browser, and a change is made there. */
  state: 'loading' | 'failed' | 'ready'
  urls: ReadonlySet<string>
  toggle: (url: string) => void
  retry: () => void
}

type Change = { url: string; isAdded: boolean }

const queryKey = ['bookmarks']

/** The bookmarks of the user. A change is shown at once, and taken back if the server refuses it. */
export function useBookmarks(): Bookmarks {
  const loaded = useLoadState({ queryKey, queryFn: loadBookmarks, resyncs: true })
  const [kept, setKept] = useState(browserBookmarks)
  const show = (change: Change) =>
    queryClient.setQueryData<readonly string[]>(queryKey, (urls = []) =>
      withBookmark(urls, change.url, change.isAdded),
    )
  const { mutate } = useMutation(
    {
      mutationKey: queryKey,
      // One after the other, so that the last answer has all changes.
      scope: { id: 'bookmarks' },
      mutationFn: ({ url, isAdded }: Change) => changeBookmark(url, isAdded),
      onMutate: async (change: Change) => {
        // The response of a load that began before would take the change back.
        await queryClient.cancelQueries({ queryKey })
        show(change)
      },
      onSuccess: (urls) => {
        if (queryClient.isMutating({ mutationKey: queryKey }) === 1) queryClient.setQueryData(queryKey, urls)
      },
      onError: (error, { url, isAdded }) => {
        if (isAdded && !isFinalRefusal(error)) {
          setKept(changeBrowserBookmark(url, true))
          toast({
            id: 'bookmark-kept',
            kind: 'info',
            text: t('keptHere'),
          })
          return
        }
        show({ url, isAdded: !isAdded })
        const text = errorMessage(error, t('bookmarkNotChanged'))
        toast({ id: 'bookmark-refused', kind: 'error', text })
      },
    },
    queryClient,
  )

  if (loaded.state === 'ready') {
    const urls = new Set(loaded.value)
    return {
      state: 'ready',
      urls,
      toggle: (url) => mutate({ url, isAdded: !urls.has(url) }),
      retry: loaded.reload,
    }
  }
  const urls = new Set(kept)
  return {
    state: loaded.state,
    urls,
    toggle: (url) => setKept(changeBrowserBookmark(url, !urls.has(url))),
    retry: loaded.state === 'failed' ? loaded.retry : () => undefined,
  }
}
