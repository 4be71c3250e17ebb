import { QueryClient } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'
import { onResync } from '../live/resync.ts'
import { onUserChange } from '../session/user-data.ts'
import { isFinalRefusal } from './request-failed.ts'

/** How long a query that failed waits until it is sent again, in milliseconds. */
const retryAfterMs = 15_000

/** Whether a query has nothing to show for a reason that may pass, such as a server that is away. */
const mayComeBack = ({ state: { data, error, status } }: Query) =>
  status === 'error' && data === undefined && !isFinalRefusal(error)

/**
 * The cache of queries. A failed request is shown with a button that retries it, and is sent again after a while and when the
 * connection is back. A form must not change while somebody returns to its window.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: (query) => mayComeBack(query) && retryAfterMs,
    },
  },
})

onResync(() => void queryClient.refetchQueries({ type: 'active', predicate: mayComeBack }))

onUserChange(() => {
  void queryClient.cancelQueries()
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.getMutationCache().clear()
  const active = queryClient.getQueryCache().findAll({ type: 'active' })
  for (const query of active) query.reset()
  // A screen that stays open, because another user has signed in, loads the data of that user.
  if (active.length > 0) setTimeout(() => void queryClient.refetchQueries({ type: 'active' }))
})
