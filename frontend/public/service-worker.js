// Keeps what the leaderboard needs without a connection: its page, scripts and style sheets. The page itself shows the last
// standings of this browser. Registered by src/app/participant-shell/use-offline-page.ts, with the release in the address.

const release = new URL(location.href).searchParams.get('release') ?? ''
const cacheName = `thirty-${release}`
/** The page that names the files of the leaderboard and has no content of its own. It stands for every page. */
const offlinePage = '/leaderboard?offline'

/**
 * The worker itself. The types that the compiler knows describe a window.
 * @typedef {{ waitUntil: (work: Promise<void>) => void }} LifecycleEvent
 * @typedef {{ request: Request, respondWith: (response: Promise<Response>) => void }} FetchEvent
 * @typedef {{
 *   addEventListener:
 *     ((name: 'install' | 'activate', listener: (event: LifecycleEvent) => void) => void) &
 *     ((name: 'fetch', listener: (event: FetchEvent) => void) => void),
 *   skipWaiting: () => Promise<void>,
 *   clients: { claim: () => Promise<void> }
 * }} Worker
 */
const worker = /** @type {Worker} */ (/** @type {unknown} */ (self))

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/') || pathname === '/before-paint.js')
    event.respondWith(cachedFile(request))
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(page(request))
})

/**
 * Everything else is answered by the server only: calls, images and files to save.
 * @param {string} pathname
 */
const isPage = (pathname) => !/^\/(api|auth|uploads|socket\.io)(\/|$)/.test(pathname)

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
    const cache = await openCache()
    const cached = await cache?.match(offlinePage)
    if (cached === undefined) throw error
    return cached
  }
}
