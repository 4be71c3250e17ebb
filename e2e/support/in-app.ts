import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** Small screens for everybody, outside the frames of participants and admins. */
const [between, otherBetween] = ['/forgot', '/reset-password']

/**
 * Opens a screen. A page that shows the product goes there as with the button Forward, without a load: that takes a third of the time,
 * and what the page has compiled is kept. From a screen to itself it goes over another one, so that nothing is taken over.
 */
export async function openInApp(page: Page, path: string): Promise<void> {
  activityOf(page)
  const [from, to] = [screenOf(new URL(page.url()).pathname), screenOf(path)]
  if (page.url() === 'about:blank') await page.goto(path)
  else if (from !== to) await page.evaluate(goOver, [path])
  else await page.evaluate(goOver, [to === screenOf(between) ? otherBetween : between, path])
}

/** Returns the beginning of a path, by which screens differ. */
const screenOf = (path: string) =>
  path
    .split(/[/?]/)
    .slice(1, path.startsWith('/admin/') ? 3 : 2)
    .join('/')

/** Runs in the page. Goes to each path in turn, and waits for its screen. */
async function goOver(paths: string[]): Promise<void> {
  /** Once a screen has replaced the last one, its title is set if it is another one, and its heading gets the focus. */
  const isShown = () => document.title !== '' || document.querySelector('main h1[tabindex]') !== null
  const leaveButton = () =>
    [...document.querySelectorAll<HTMLButtonElement>('[role="alertdialog"] button')].find(
      ({ textContent }) => textContent === 'Leave' || textContent === 'Verlassen',
    )
  for (const path of paths) {
    const { title } = document
    document.title = ''
    for (const heading of document.querySelectorAll('main h1')) heading.removeAttribute('tabindex')
    // What React Router keeps in the history. With its own key, a screen begins at its top.
    const index = (history.state as { idx?: number } | null)?.idx ?? 0
    history.pushState({ usr: null, key: crypto.randomUUID(), idx: index + 1 }, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
    for (const end = performance.now() + 10_000; !isShown();) {
      // The product asks before it leaves an unsent rating, which stays on the device.
      leaveButton()?.click()
      if (performance.now() > end) throw new Error(`${path} was not shown within ten seconds.`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    if (document.title === '') document.title = title
  }
}

/** For how long a page must have sent and received nothing to be idle, and how long to wait for that at most, in ms. */
const [idleMs, timeoutMs] = [500, 15_000]

/** The requests of a page without an answer, and when it last sent or received something. */
type Activity = { pending: Set<unknown>; last: number }
const activities = new WeakMap<Page, Activity>()

function activityOf(page: Page): Activity {
  const known = activities.get(page)
  if (known) return known
  const activity: Activity = { pending: new Set(), last: performance.now() }
  activities.set(page, activity)
  const note = (change: (request: unknown) => void) => (request: unknown) => {
    change(request)
    activity.last = performance.now()
  }
  const end = note((request) => activity.pending.delete(request))
  page.on(
    'request',
    note((request) => activity.pending.add(request)),
  )
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return activity
}

/** Waits until a page that was opened with `openInApp` has sent and received nothing for a while, also after it has changed the screen. */
export async function waitForAnswers(page: Page): Promise<void> {
  const activity = activityOf(page)
  const isIdle = () => activity.pending.size === 0 && performance.now() - activity.last > idleMs
  for (const end = performance.now() + timeoutMs; !isIdle(); await pause(20))
    if (performance.now() > end)
      throw new Error(`${page.url()} still waits for ${activity.pending.size} answers.`)
}
