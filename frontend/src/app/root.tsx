import { Outlet, ScrollRestoration } from 'react-router-dom'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useRouteTitle } from './use-route-title.ts'

/** Wraps every screen: updates title, focus and scroll position when the route changes. */
export const Root = () => {
  useRouteTitle()
  useHeadingFocus()
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
