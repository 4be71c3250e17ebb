import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, ScrollRestoration } from 'react-router-dom'
import { queryClient } from '../shared/http/query-client.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useRouteTitle } from './use-route-title.ts'

/** Wraps every screen: updates title, focus and scroll position when the route changes. */
export const Root = () => {
  useRouteTitle()
  useHeadingFocus()
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <ScrollRestoration />
    </QueryClientProvider>
  )
}
