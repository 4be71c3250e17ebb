import { useEffect } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, ScrollRestoration } from 'react-router-dom'
import { queryClient } from '../shared/http/query-client.ts'
import { finishStart } from './finish-start.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useRouteTitle } from './use-route-title.ts'

/** Wraps every screen: updates title, focus and scroll position when the route changes. */
export const Root = () => {
  useEffect(finishStart, [])
  useRouteTitle()
  useHeadingFocus()
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <ScrollRestoration />
    </QueryClientProvider>
  )
}
