import { QueryClient } from '@tanstack/react-query'
import { onUserChange } from '../session/user-data.ts'

/**
 * The cache of queries. A failed request is shown with a button that retries it, and a form must not change
 * while somebody returns to its window.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
})

onUserChange(() => {
  void queryClient.cancelQueries()
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.getMutationCache().clear()
  const active = queryClient.getQueryCache().findAll({ type: 'active' })
  for (const query of active) query.reset()
  // A screen that stays open, because another user has signed in, loads the data of that user.
  if (active.length > 0) setTimeout(() => void queryClient.refetchQueries({ type: 'active' }))
})
