import { Outlet, ScrollRestoration } from 'react-router-dom'
import { useHeadingFocus } from './focus-heading.ts'
import { useRouteTitle } from './title.ts'

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
