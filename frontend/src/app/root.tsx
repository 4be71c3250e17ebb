// Wraps every screen: updates title, focus and scroll position when the route changes.

import { useEffect } from 'react'
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  type Location,
} from '../shared/navigation/router.ts'
import { IdentityQuestion } from '../shared/proof-of-identity/identity-question.tsx'
import { forgetLateness } from '../shared/http/late-data.ts'
import { usePageTitleStore } from '../shared/navigation/page-title.ts'
import { useHeadingFocus } from './use-heading-focus.ts'

/** The `handle` of a route. `area` follows the title, also that of a thing. */
export type RouteHandle = { title: string; area?: string }

const isHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle

/**
 * Returns under which name the scroll position of a place is kept. The first place after every load of the page has the same key, also if
 * the page was loaded for another address.
 */
const scrollKey = ({ key, pathname, search }: Location): string =>
  key === 'default' ? `${pathname}${search}` : key

export const Root = () => {
  useEffect(finishStart, [])
  const { pathname } = useLocation()
  useEffect(forgetLateness, [pathname])
  useRouteTitle()
  useHeadingFocus()
  return (
    <>
      <Outlet />
      <IdentityQuestion />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}

/**
 * Ends the first paint: shows the page to every reader, and sends a form that the user has sent before the script ran, which
 * before-paint.js has marked. Called once all fields are connected to their forms.
 */
function finishStart(): void {
  delete document.documentElement.dataset.reader
  // Answers that the first screen did not need: later data would not be loaded again because of changes that they do not have.
  globalThis.firstAnswers = undefined
  const form = document.querySelector<HTMLFormElement>('form[data-sent]')
  if (form === null) return
  delete form.dataset.sent
  form.requestSubmit()
}

/** Sets the document title to what the screen shows, or else to that of the current route, e.g. "Leaderboard · Thirty". */
function useRouteTitle(): void {
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast(isHandle)
  const title = usePageTitleStore((store) => store.title) ?? handle?.title
  const area = handle?.area
  useEffect(() => {
    document.title = [title, area, 'Thirty'].filter((part) => part !== undefined).join(' · ')
  }, [title, area])
}
