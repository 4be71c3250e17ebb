import { expect } from '@playwright/test'
import { createParticipant } from './support/api.ts'
import { test } from './support/product-fixtures.ts'
import type { ProductFixtures } from './support/product-fixtures.ts'

const screenFile = '**/assets/leaderboard-screen-*.js'
const isReportedByRouter = /dynamically imported module|Unable to preload CSS|React Router caught/

test('a screen that is opened offline says so, keeps the navigation, and opens when the line is back', async ({
  product,
  openBrowser,
  allowConsoleErrors,
}) => {
  const { page, context, link } = await openDashboard({ product, openBrowser, allowConsoleErrors })
  await context.setOffline(true)
  await link.click()
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
  await expect(link).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible()
})

test('a screen whose file a release has removed is opened by one reload', async ({
  product,
  openBrowser,
  allowConsoleErrors,
}) => {
  const { page, link } = await openDashboard({ product, openBrowser, allowConsoleErrors })
  // The files of the new release are there after the reload.
  await page.route(screenFile, (route) => route.fulfill({ status: 404 }), { times: 1 })
  await link.click()
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible()
})

test('a screen whose file stays away is shown as failed after one reload, with the navigation', async ({
  product,
  openBrowser,
  allowConsoleErrors,
}) => {
  const { page, link } = await openDashboard({ product, openBrowser, allowConsoleErrors })
  await page.route(screenFile, (route) => route.fulfill({ status: 404 }))
  let loads = 0
  page.on('load', () => (loads += 1))
  await link.click()
  await expect.poll(() => loads).toBe(1)
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await expect(link).toBeVisible()
  expect(loads).toBe(1)
})

type Fixtures = Pick<ProductFixtures, 'product' | 'openBrowser' | 'allowConsoleErrors'>

/** Opens the dashboard of a new participant; `link` leads to the leaderboard, whose files are not loaded yet. */
async function openDashboard({ product, openBrowser, allowConsoleErrors }: Fixtures) {
  allowConsoleErrors(isReportedByRouter)
  const { page, context } = await openBrowser('Kenji Watanabe', {
    as: await createParticipant(product, 'Kenji Watanabe'),
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const link = page.getByRole('navigation').getByRole('link', { name: 'Leaderboard' }).first()
  return { page, context, link }
}
