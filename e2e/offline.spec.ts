import { expect } from '@playwright/test'
import { createParticipant, createProject } from './support/api.ts'
import { podiumPlace } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

test('without a connection the leaderboard opens with the last standings, and is live when the server is back', async ({
  product,
  openBrowser,
}) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  await createProject(product, kenji, { projectName: 'Pulse', day: 1 })
  const { page } = await openBrowser('Kenji Watanabe', { as: kenji, serviceWorkers: 'allow' })
  await page.goto('/leaderboard')
  await expect(podiumPlace(page, 1)).toContainText('Kenji Watanabe')
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

  await product.stop()
  await page.goto('/leaderboard')
  await expect(page.getByText(/Last standings loaded here, (just now|\d+ s|\d+ min)/)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Kenji Watanabe' })).toContainText('5.0')

  const retry = page.getByRole('button', { name: 'Retry' }).first()
  await expect(retry).toBeVisible()
  await product.start()
  // The page also tries again by itself, after which the button is gone.
  await retry.click({ timeout: 5_000 }).catch(() => expect(retry).toBeHidden())
  await expect(podiumPlace(page, 1)).toContainText('5.0 pts')
  await expect(page.getByText('Last standings loaded here')).toBeHidden()
})

test('the worker keeps pages and their files only @long', async ({ product, openBrowser }) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  const { page } = await openBrowser('Kenji Watanabe', { as: kenji, serviceWorkers: 'allow' })
  await page.goto('/leaderboard')
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/leaderboard')
  expect(kept.filter((path) => !/^\/(assets\/.+|leaderboard|before-paint\.js)$/.test(path))).toEqual([])
})

test('the product can be installed', async ({ product, page, request }) => {
  await page.goto('/')
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const response = await request.get(`${product.url}${address}`)
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await response.json()
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(`${product.url}${src}`)
    expect(icon.headers()['content-type']).toBe(type)
  }
})
