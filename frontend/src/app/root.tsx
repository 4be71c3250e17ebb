import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation, type Location } from '../shared/navigation/router.ts'
import { ConfirmationQuestion } from '../shared/confirmation/confirmation-question.tsx'
import { forgetLateness } from '../shared/http/late-data.ts'
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

/**
 * Ends the first paint: shows the page to every reader, and sends a form that the user has sent before the script ran, which
 * before-paint.js has marked. Called once all fields are connected to their forms.
 */
function finishStart(): void {
  delete document.documentElement.dataset.reader
  const form = document.querySelector<HTMLFormElement>('form[data-sent]')
  if (form === null) return
  delete form.dataset.sent
  form.requestSubmit()
}
