import { Outlet, ScrollRestoration } from 'react-router-dom'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useRouteTitle } from './use-route-title.ts'

/** What holds on every screen: title, focus and scroll follow the route. */
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
