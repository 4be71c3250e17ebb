import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'

/** A small screen for everybody, outside the frames of participants and admins. */
const screenBetween = '/forgot'

/**
 * Opens a screen. A page that shows the product goes there as with the button Forward, without a load: that takes a third of the time,
 * and what the page has compiled is kept. Where the screen stays the same, it goes over another one, so that nothing is taken over.
 */
export async function openInApp(page: Page, path: string): Promise<void> {
  watchRequests(page)
  if (page.url() === 'about:blank') await page.goto(path)
  else if (screenOf(path) === screenOf(new URL(page.url()).pathname))
    await page.evaluate(goOver, [screenBetween, path])
  else await page.evaluate(goOver, [path])
}

/** Returns the beginning of a path, by which screens differ. */
const screenOf = (path: string) =>
  path
    .split(/[/?]/)
    .slice(1, path.startsWith('/admin/') ? 3 : 2)
    .join('/')

/** Runs in the page. Goes to each path in turn, and waits until the heading of the screen before is gone. */
async function goOver(paths: string[]): Promise<void> {
  for (const path of paths) {
    const { href, pathname } = new URL(path, location.href)
    if (pathname === location.pathname) continue
    const left = document.querySelector('h1, h2')
    // What React Router keeps in the history: with a key of its own, a screen begins at its top.
    history.pushState({ usr: null, key: crypto.randomUUID(), idx: history.length }, '', href)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
    const isShown = () => left?.isConnected !== true && document.querySelector('h1, h2') !== null
    for (const end = performance.now() + 10_000; !isShown();) {
      if (performance.now() > end) throw new Error(`${path} was not shown within ten seconds.`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

/** For how long a page must not wait for an answer until it is said to be idle, in ms. */
const idleMs = 200

const pendingRequests = new WeakMap<Page, Set<Request>>()

function watchRequests(page: Page): Set<Request> {
  const known = pendingRequests.get(page)
  if (known) return known
  const pending = new Set<Request>()
  pendingRequests.set(page, pending)
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return pending
}

/** Waits until a page that was opened with `openInApp` has waited for no answer for a while, also after it has changed the screen. */
export async function waitForAnswers(page: Page): Promise<void> {
  const pending = watchRequests(page)
  const stepMs = idleMs / 10
  for (let idle = 0; idle < idleMs; idle = pending.size === 0 ? idle + stepMs : 0) await pause(stepMs)
}
