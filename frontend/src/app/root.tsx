import { useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router-dom'
import { finishStart } from './finish-start.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useRouteTitle } from './use-route-title.ts'

/** Wraps every screen: updates title, focus and scroll position when the route changes. */
export const Root = () => {
  useEffect(finishStart, [])
  useRouteTitle()
  useHeadingFocus()
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
