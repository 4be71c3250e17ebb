import { test as base, expect } from '@playwright/test'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'

type Journey = {
  /** A fresh installation, for this test alone. `page.goto('/')` opens it. */
  product: Product
  /** Declares that the page will complain on its console in words that match. Without it a complaint fails the test. */
  complains: (words: RegExp) => void
}

// The browser reports every 4xx and 5xx answer and every lost connection by itself; refusals are part of many journeys.
const byTheBrowser = /^Failed to load resource|^WebSocket connection to|net::ERR_/

/** Playwright's `test` with a product of its own. A complaint on the page's console that nobody declared fails the test. */
export const test = base.extend<Journey>({
  product: async ({}, provide, testInfo) => {
    const product = await startProduct()
    await provide(product)
    await product.remove()
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('product.log', { body: product.output(), contentType: 'text/plain' })
    }
  },
  baseURL: async ({ product }, provide) => provide(product.url),
  complains: [
    async ({ context }, provide) => {
      const declared = [byTheBrowser]
      const heard: string[] = []
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) heard.push(message.text())
      })
      context.on('weberror', (problem) => heard.push(problem.error().message))
      await provide((words) => declared.push(words))
      expect(heard.filter((words) => !declared.some((expected) => expected.test(words)))).toEqual([])
    },
    { auto: true },
  ],
})
