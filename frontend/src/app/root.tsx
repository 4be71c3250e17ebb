// The component around every screen: ends the first paint and sends a form that was submitted before the script ran; updates title, focus
// and scroll position when the route changes; and opens the dialog in which admins prove again who they are.

import { useEffect, useRef } from 'react'
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  type Location,
  usePageTitleStore,
} from '../shared/navigation/router.ts'
import { forgetLateness } from '../shared/http/response-headers.ts'
import { focusScreenHeading, isFocusLost } from '../shared/ui/move-focus.ts'
import { useIdentityProof } from '../shared/http/proof-of-identity.ts'
import { lazyDialog } from '../shared/ui/dialog/lazy-dialog.tsx'

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
  const handles = useMatches().map((match) => match.handle)
  const { title: routeTitle, area } = handles.findLast(isHandle) ?? {}
  const title = usePageTitleStore((store) => store.title) ?? routeTitle
  useEffect(() => {
    document.title = [title, area, 'Thirty'].filter((part) => part !== undefined).join(' · ')
  }, [title, area])
}

/** How long to wait for the heading of a screen that is still loading, in milliseconds. */
const headingTimeoutMs = 5000

/**
 * Focuses the heading of the new screen when the route changes, so that a screen reader starts there. Does nothing on the
 * first screen. When the screen replaces its skeleton, the focus moves from the heading of the skeleton to the new one, unless
 * the user has moved it meanwhile.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)

  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    const focusBefore = document.activeElement
    let focused = focusScreenHeading()
    const observer = new MutationObserver(() => {
      if (!focused?.isConnected && isFocusFree(focusBefore)) focused = focusScreenHeading()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const timeout = setTimeout(() => observer.disconnect(), headingTimeoutMs)
    return () => {
      clearTimeout(timeout)
      observer.disconnect()
    }
  }, [pathname])
}

/** Returns whether nothing has the focus, or still what had it before the route changed and is not typed into. */
const isFocusFree = (focusBefore: Element | null): boolean =>
  isFocusLost() ||
  (document.activeElement === focusBefore &&
    focusBefore?.matches('input, textarea, select, [contenteditable]') === false)

const IdentityDialog = lazyDialog(
  async () => (await import('../shared/proof-of-identity/identity-dialog.tsx')).IdentityDialog,
)

/**
 * Asks the user to prove again who they are, over any screen, while a request waits for it in `http/proof-of-identity.ts`. Only commands
 * of admins need that.
 */
export const IdentityQuestion = () => {
  const question = useIdentityProof((store) => store.question)
  return question && <IdentityDialog onConfirmed={question.answer} onClose={question.cancel} />
}
