import { test as base, expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import type { SignedInUser } from './api.ts'
import type { BrowserUser } from './page-actions.ts'
import { startHostedProduct } from './product.ts'
import type { Product } from './product.ts'
import { startProductHost, type ProductHost } from './product-host.ts'

type BrowserOptions = {
  /** Address of the process that the browser uses. Default: the product's. */
  at?: string
  /** User who is signed in from the start. Default: nobody. */
  as?: SignedInUser
  viewport?: { width: number; height: number }
  hasTouch?: boolean
  colorScheme?: 'light' | 'dark'
  /** Default: reduced. */
  reducedMotion?: 'reduce' | 'no-preference'
  /** Default: blocked, because a test cannot intercept what a service worker fetches. */
  serviceWorkers?: 'allow' | 'block'
}

export type ProductFixtures = {
  /** The host of the address of the product. Passkeys need a name. */
  hostname: '127.0.0.1' | 'localhost'
  /** A new installation for this test alone. `page.goto('/')` opens it. */
  product: Product
  /** Allows console errors and warnings that match. Any other one fails the test. */
  allowConsoleErrors: (pattern: RegExp) => void
  /** Opens a browser with its own storage. It is closed at the end of the test. */
  openBrowser: (name: string, options?: BrowserOptions) => Promise<BrowserUser>
}

/** Options of a browser in which things move. Most journeys do without, because every frame takes processor time. */
export const withMotion = { reducedMotion: 'no-preference' } as const satisfies BrowserOptions

// The browser itself reports every 4xx and 5xx response and every lost connection; refusals are part of many tests.
// A service worker that is blocked is reported as well.
const reportedByBrowser =
  /^Failed to load resource|^WebSocket connection to|net::ERR_|^Service Worker registration blocked/

type ConsoleGuard = { allowed: RegExp[]; watch: (context: BrowserContext) => void }
type Screenshots = (context: BrowserContext) => Promise<void>

export type WorkerFixtures = {
  /** The process that runs the products of a worker. */
  productHost: ProductHost
}

/** Playwright's `test` with its own product. A console error on any page that is not allowed fails the test. */
export const test = base.extend<
  ProductFixtures & { consoleGuard: ConsoleGuard; screenshots: Screenshots },
  WorkerFixtures
>({
  productHost: [
    async ({}, provide) => {
      const host = startProductHost()
      await provide(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
  hostname: ['127.0.0.1', { option: true }],
  product: async ({ productHost, hostname }, provide, testInfo) => {
    const product = await startHostedProduct(productHost, { hostname })
    await provide(product)
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('product.log', { body: product.output(), contentType: 'text/plain' })
    }
    await product.remove()
  },
  baseURL: async ({ product }, provide) => provide(product.url),
  consoleGuard: [
    async ({}, provide) => {
      const allowed = [reportedByBrowser]
      const errors: string[] = []
      const watch = (context: BrowserContext) => {
        context.on('console', (message) => {
          if (['error', 'warning'].includes(message.type())) errors.push(message.text())
        })
        context.on('weberror', (error) => errors.push(error.error().message))
      }
      await provide({ allowed, watch })
      expect(errors.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  // Playwright's own setting takes a screenshot of every page of every test before it knows whether the test failed.
  screenshots: async ({}, provide, testInfo) =>
    provide(async (context) => {
      if (testInfo.status === testInfo.expectedStatus) return
      for (const page of context.pages()) {
        const body = await page.screenshot({ timeout: 5_000 }).catch(() => undefined)
        if (body) await testInfo.attach('screenshot', { body, contentType: 'image/png' })
      }
    }),
  context: async ({ context, consoleGuard, screenshots }, provide) => {
    consoleGuard.watch(context)
    context.on('page', waitForStarts)
    await provide(context)
    await screenshots(context)
  },
  allowConsoleErrors: async ({ consoleGuard }, provide) =>
    provide((pattern) => consoleGuard.allowed.push(pattern)),
  openBrowser: async ({ browser, product, consoleGuard, screenshots }, provide) => {
    const contexts: BrowserContext[] = []
    await provide(async (name, { as, at = product.url, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: at,
        reducedMotion: 'reduce',
        ...options,
        ...(as && { storageState: signedInStorageState(at, as) }),
      })
      contexts.push(context)
      consoleGuard.watch(context)
      context.on('page', waitForStarts)
      return { name, context, page: await context.newPage() }
    })
    for (const context of contexts) {
      await screenshots(context)
      await context.close()
    }
  },
})

/**
 * Makes a page wait for the script after each load. A prerendered page can be used before, but does not answer yet. With
 * `waitUntil: 'commit'` a test sees the page before that.
 */
function waitForStarts(page: Page) {
  const hasStarted = () => document.documentElement.dataset['reader'] === undefined
  const wait = () => page.waitForFunction(hasStarted, undefined, { polling: 20 })
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil !== 'commit') await wait()
    return response
  }
  const reload = page.reload.bind(page)
  page.reload = async (options) => {
    const response = await reload(options)
    await wait()
    return response
  }
}

/** The storage of a browser in which a user is signed in. */
function signedInStorageState(origin: string, { token, ...user }: SignedInUser) {
  const names = user.isAdmin
    ? { token: 'adminToken', user: 'adminUser', signedIn: 'isAdminAuthenticated' }
    : { token: 'token', user: 'user', signedIn: 'isAuthenticated' }
  const localStorage = [
    { name: names.token, value: token },
    { name: names.user, value: JSON.stringify(user) },
    { name: names.signedIn, value: 'true' },
  ]
  return { cookies: [], origins: [{ origin, localStorage }] }
}
