import { test as base, expect } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'
import type { SignedInUser } from './api.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { signedInStorageState } from './page-actions.ts'
import type { BrowserUser } from './page-actions.ts'

type BrowserOf = {
  /** Address of the process to which the browser goes; the product's when missing. */
  at?: string
  /** Whose session the browser holds from the start; nobody's when missing. */
  as?: SignedInUser
  viewport?: { width: number; height: number }
  hasTouch?: boolean
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
}

export type ProductFixtures = {
  /** A fresh installation, for this test alone. `page.goto('/')` opens it. */
  product: Product
  /** Declares that the page will complain on its console in words that match. Without it a complaint fails the test. */
  allowConsoleErrors: (words: RegExp) => void
  /** Opens a browser of their own for somebody. It is watched for complaints and closed with the test. */
  openBrowser: (name: string, how?: BrowserOf) => Promise<BrowserUser>
}

// The browser reports every 4xx and 5xx answer and every lost connection by itself; refusals are part of many journeys.
const byTheBrowser = /^Failed to load resource|^WebSocket connection to|net::ERR_/

type Ears = { declared: RegExp[]; listen: (context: BrowserContext) => void }

/** Playwright's `test` with a product of its own. A complaint on any page's console that nobody declared fails the test. */
export const test = base.extend<ProductFixtures & { ears: Ears }>({
  product: async ({}, provide, testInfo) => {
    const product = await startProduct()
    await provide(product)
    await product.remove()
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('product.log', { body: product.output(), contentType: 'text/plain' })
    }
  },
  baseURL: async ({ product }, provide) => provide(product.url),
  ears: [
    async ({}, provide) => {
      const declared = [byTheBrowser]
      const heard: string[] = []
      const listen = (context: BrowserContext) => {
        context.on('console', (message) => {
          if (['error', 'warning'].includes(message.type())) heard.push(message.text())
        })
        context.on('weberror', (problem) => heard.push(problem.error().message))
      }
      await provide({ declared, listen })
      expect(heard.filter((words) => !declared.some((expected) => expected.test(words)))).toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, ears }, provide) => {
    ears.listen(context)
    await provide(context)
  },
  allowConsoleErrors: async ({ ears }, provide) => provide((words) => ears.declared.push(words)),
  openBrowser: async ({ browser, product, ears }, provide) => {
    const contexts: BrowserContext[] = []
    await provide(async (name, { as, at = product.url, ...how } = {}) => {
      const context = await browser.newContext({
        baseURL: at,
        ...how,
        ...(as && { storageState: signedInStorageState(at, as) }),
      })
      contexts.push(context)
      ears.listen(context)
      return { name, context, page: await context.newPage() }
    })
    for (const context of contexts) await context.close()
  },
})
