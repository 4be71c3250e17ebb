// Keeps what the leaderboard needs without a connection: its page, scripts and style sheets. The page itself shows the last
// standings of this browser. Shows push messages. Registered by src/app/participant-shell/participant-shell.tsx, with the release in the address.
//
// No list of files made by the build: Workbox would keep all of them, 400 kB for visitors who look at one page.
// Participants who are signed in get what the leaderboard needs. Only pages and files with a hash in their name are
// kept, so no answer of the API is ever out of date, and no personal data lies in the cache. One worker per release:
// the next one deletes the caches of the others.

const release = new URL(location.href).searchParams.get('release') ?? ''
const cacheName = `thirty-${release}`
/** The page that names the files of the leaderboard and has no content of its own. It stands for every page. */
const offlinePage = '/leaderboard?offline'

/**
 * The worker itself. The types that the compiler knows describe a window. Only some events have each of the fields.
 * @typedef {{
 *   waitUntil: (work: Promise<void>) => void,
 *   request: Request,
 *   respondWith: (response: Promise<Response>) => void,
 *   data: { json: () => unknown } | null,
 *   notification: Notification
 * }} WorkerEvent
 * @typedef {{ url: string, focus: () => Promise<unknown>, navigate: (url: string) => Promise<unknown> }} Tab
 * @typedef {{
 *   addEventListener: (name: string, listener: (event: WorkerEvent) => void) => void,
 *   skipWaiting: () => Promise<void>,
 *   registration: ServiceWorkerRegistration,
 *   clients: {
 *     claim: () => Promise<void>,
 *     matchAll: (options: { type: 'window', includeUncontrolled: boolean }) => Promise<readonly Tab[]>,
 *     openWindow: (url: string) => Promise<unknown>
 *   }
 * }} Worker
 */
const worker = /** @type {Worker} */ (/** @type {unknown} */ (self))

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  // Calls, images and files to save are answered by the server only.
  const isPage = request.mode === 'navigate' && !/^\/(api|auth|uploads|socket\.io)(\/|$)/.test(pathname)
  if (pathname.startsWith('/assets/') || pathname === '/before-paint.js')
    event.respondWith(cachedFile(request))
  else if (isPage) event.respondWith(page(request))
})

worker.addEventListener('push', (event) => event.waitUntil(showMessage(event)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data))
})

async function install() {
  const cache = await caches.open(cacheName)
  const response = await fetch(offlinePage)
  if (!response.ok) throw new Error(`The page cannot be kept: ${response.status}`)
  await cache.put(offlinePage, response.clone())
  const html = await response.text()
  const files = [...html.matchAll(/"(\/(?:assets\/|before-paint\.js)[^"]*)"/g)].map(([, file = '']) => file)
  await cache.addAll([...new Set(files)])
  await worker.skipWaiting()
}

/** Files of other releases have other names; none of them is needed again. */
async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/**
 * The name of a file contains the hash of its content, so a kept one is never out of date.
 * @param {Request} request
 */
async function cachedFile(request) {
  const cache = await openCache()
  const cached = await cache?.match(request)
  if (cached !== undefined) return cached
  const response = await fetch(request)
  // Without space the file is used, but not kept.
  if (response.status === 200) await cache?.put(request, response.clone()).catch(() => undefined)
  return response
}

/** Browsers may refuse it, such as without space on the disk. */
const openCache = () => caches.open(cacheName).catch(() => undefined)

/**
 * The server's page, or the kept one if the server cannot be reached.
 * @param {Request} request
 */
async function page(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const cached = await (await openCache())?.match(offlinePage)
    if (cached === undefined) throw error
    return cached
  }
}

/**
 * Browsers require that every message is shown, also one that cannot be read. A newer message with the same tag replaces the
 * older one.
 * @param {WorkerEvent} event
 */
async function showMessage({ data }) {
  const { title, body, path, tag } = readMessage(data)
  await worker.registration.showNotification(title, { body, tag, data: path, icon: '/icon-192.png' })
}

/** @param {WorkerEvent['data']} data */
function readMessage(data) {
  const fallback = { title: 'Thirty', body: '', path: '/dashboard', tag: '' }
  try {
    const fields = Object.entries(Object(data?.json()))
    return { ...fallback, ...Object.fromEntries(fields.filter(([, value]) => typeof value === 'string')) }
  } catch {
    return fallback
  }
}

/**
 * Shows a page of this site: in the tab that has it, in another open tab, or in a new one.
 * @param {unknown} path
 */
async function openPage(path) {
  const address = new URL(String(path), location.origin)
  const url = address.origin === location.origin ? address.href : location.origin
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((other) => other.url === url) ?? tabs[0]
  if (tab === undefined) return void (await worker.clients.openWindow(url))
  // Some systems refuse it; the page still changes.
  await tab.focus().catch(() => undefined)
  // A tab that this worker does not control cannot be moved.
  if (tab.url !== url) await tab.navigate(url).catch(() => worker.clients.openWindow(url))
}
