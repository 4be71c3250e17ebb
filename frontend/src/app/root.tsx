import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import type { Location } from 'react-router-dom'
import { ConfirmationQuestion } from '../shared/confirmation/confirmation-question.tsx'
import { forgetLateness } from '../shared/http/late-data.ts'
import { finishStart } from './finish-start.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useRouteTitle } from './use-route-title.ts'

/**
 * Returns under which name the scroll position of a place is kept. The first place after every load of the page has the same key, also if
 * the page was loaded for another address.
 */
const scrollKey = ({ key, pathname, search }: Location): string =>
  key === 'default' ? `${pathname}${search}` : key

/** Wraps every screen: updates title, focus and scroll position when the route changes. */
export const Root = () => {
  useEffect(finishStart, [])
  const { pathname } = useLocation()
  useEffect(forgetLateness, [pathname])
  useRouteTitle()
  useHeadingFocus()
  return (
    <>
      <Outlet />
      <ConfirmationQuestion />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}
