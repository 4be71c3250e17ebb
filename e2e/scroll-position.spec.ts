import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createParticipant } from './support/api.ts'
import { test } from './support/product-fixtures.ts'

const scrollPosition = (page: Page) => page.evaluate(() => Math.round(scrollY))
const openAt = async (page: Page, path: string, heading: string | RegExp) => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

test('another address begins at its top, and a reload stays where it was @long', async ({
  product,
  openBrowser,
}) => {
  const { page } = await openBrowser('Maya', {
    as: await createParticipant(product, 'Maya Lindgren'),
    viewport: { width: 1280, height: 500 },
  })
  await openAt(page, '/resources', /Resources/)
  await expect(page.getByRole('listitem').nth(12)).toBeAttached()
  await page.evaluate(() => scrollTo(0, 600))
  await expect.poll(() => scrollPosition(page)).toBe(600)
  await page.reload()
  await expect.poll(() => scrollPosition(page)).toBe(600)

  // A link of an email or the address bar loads the page again, in the same tab.
  await openAt(page, '/profile', 'Profile')
  await expect(page.getByText('Maya Lindgren').first()).toBeVisible()
  expect(await scrollPosition(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => scrollPosition(page)).toBe(600)
})
