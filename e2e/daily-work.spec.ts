import { expect } from '@playwright/test'
import { createAdmin, createParticipant, startChallenge } from './support/api.ts'
import { emailOf, logIn } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

const dayMs = 24 * 3_600_000

test('a participant does the tasks of a day, marks it as complete and sees it in the statistics', async ({
  product,
  openBrowser,
}) => {
  const admin = await createAdmin(product, 'Ines Duarte')
  await startChallenge(product, admin, { startsAt: new Date(Date.now() - 2 * dayMs) })
  const { page } = await openBrowser('Maya', { as: await createParticipant(product, 'Maya Lindgren') })
  await page.goto('/daily-challenge')
  // The tasks belong to a day, so they appear once the current day is loaded.
  await expect(page.getByRole('heading', { name: 'Your tasks' })).toBeVisible()
  const complete = page.getByRole('button', { name: 'Mark Challenge as Complete' })
  await expect(complete).toBeDisabled()
  await page.getByRole('textbox', { name: 'Add your own task' }).fill('Draw the icon')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Draw the icon' }).check()

  // The tasks survive a reload.
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Draw the icon' })).toBeChecked()
  for (const task of await page.getByRole('checkbox').all()) await task.check()
  await complete.click()
  const heading = page.getByRole('heading', { name: 'Day 3 complete' })
  await expect(heading).toBeFocused()
  await page.reload()
  await expect(heading).toBeVisible()

  await page.getByRole('tab', { name: 'Your Stats' }).click()
  await expect(page).toHaveURL('/daily-challenge?tab=stats')
  await expect(page.getByText('Current streak: 1 day')).toBeVisible()
  await page.getByRole('tab', { name: 'Past Challenges 2' }).click()
  const days = page.getByRole('list', { name: 'Past Challenges' }).getByRole('listitem')
  await expect(days).toHaveCount(2)
  await expect(days.first()).toContainText(/Day 2.*Tip calculator.*Not submitted/s)
})

test('bookmarks stay with the account, and nothing is requested from other sites', async ({
  product,
  openBrowser,
}) => {
  const maya = await createParticipant(product, 'Maya Lindgren')
  const { page } = await openBrowser('Maya', { as: maya, colorScheme: 'light' })
  const otherSites: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== product.url) otherSites.push(request.url())
  })
  await page.goto('/resources')
  await page.getByRole('tab', { name: /^Documentation/ }).click()
  await expect(page).toHaveURL('/resources?category=documentation')
  // The bookmark is shown before the server has it, but another browser can only read what the server has.
  const isSaved = page.waitForResponse(
    (response) =>
      response.url().includes('/api/auth/bookmarks') &&
      response.request().method() === 'PUT' &&
      response.ok(),
  )
  await page.getByRole('button', { name: 'Bookmark MDN Web Docs' }).click()
  await expect(page.getByRole('button', { name: 'Bookmarks 1' })).toBeVisible()
  await isSaved
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  // Another browser of the same person.
  const { page: phone } = await openBrowser('Maya', { viewport: { width: 390, height: 844 } })
  await phone.goto('/login')
  await logIn(phone, emailOf('Maya Lindgren'))
  await expect(phone).toHaveURL('/dashboard')
  await phone.goto('/resources?bookmarked=yes')
  const cards = phone.getByRole('list', { name: 'Resources' }).getByRole('listitem')
  await expect(cards).toHaveCount(1)
  await expect(cards.getByRole('link')).toHaveAttribute('href', 'https://developer.mozilla.org')
  expect(otherSites).toEqual([])
})
