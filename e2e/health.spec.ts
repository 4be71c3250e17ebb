import { expect } from '@playwright/test'
import { createAdmin, createParticipant } from './support/api.ts'
import { test } from './support/product-fixtures.ts'

test('an admin sees the health of the installation, and it follows what happens', async ({
  product,
  openBrowser,
}) => {
  const ines = await createAdmin(product, 'Ines Duarte')
  const { page } = await openBrowser('Ines', { as: ines })
  await page.goto('/admin/leaderboard')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Health' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  await expect(page.getByText('Everything works.')).toBeVisible()
  const people = page
    .getByRole('list', { name: 'Read models' })
    .getByRole('listitem')
    .filter({ hasText: /^people/ })
  await expect(people).toContainText(/Up to date/)
  const process = page.getByRole('article')
  await expect(process).toHaveCount(1)
  await expect(process).toContainText('Running')
  // The page of this admin has a socket.
  await expect(process).toContainText(/Sockets\s*1/)

  const position = page.getByText('Position of the newest event').locator('xpath=following-sibling::dd')
  const before = Number(await position.textContent())
  await createParticipant(product, 'Maya Lindgren')
  await expect
    .poll(async () => Number(await position.textContent()), { timeout: 15_000 })
    .toBeGreaterThan(before)
})

test('the page says that its figures are out of date while the server does not answer @long', async ({
  product,
  openBrowser,
}) => {
  const { page } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await page.goto('/admin/health')
  await expect(page.getByText('Everything works.')).toBeVisible()
  await page.route('**/api/admin/health', (route) => route.abort())
  await expect(page.getByText(/^This screen could not be updated/)).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/api/admin/health')
  await expect(page.getByText(/^This screen could not be updated/)).toBeHidden({ timeout: 15_000 })
})
