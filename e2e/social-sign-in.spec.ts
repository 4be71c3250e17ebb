import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { gitHubUser, googleUser } from '@thirty/infra/testing/oauth/fake-provider.ts'
import { createParticipant } from './support/api.ts'
import { test as journey } from './support/product-fixtures.ts'
import { alertWithText, emailOf, logIn } from './support/page-actions.ts'
import { test } from './support/social-sign-in-fixtures.ts'

const ana = 'Ana Octo'

const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)
const provided = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('somebody new comes by GitHub and is at the dashboard; no address held the session', async ({
  page,
  provider,
}) => {
  provider.answerWith(gitHubUser(42, emailOf(ana)))
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto('/login')
  await provided(page, 'GitHub').click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana')
  const token = await stored(page, 'token')
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(addresses.filter((address) => address.includes(token ?? ''))).toEqual([])

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana')
  await page.goBack()
  expect(page.url()).not.toContain('token=')
})

test('whoever wanted a page is led there, and comes back by Google as the same person', async ({
  openBrowser: browserOf,
  provider,
}) => {
  provider.answerWith(gitHubUser(42, emailOf(ana)))
  const first = await browserOf(ana)
  await first.page.goto('/leaderboard')
  await provided(first.page, 'GitHub').click()
  await expect(first.page).toHaveURL('/leaderboard')
  const idOf = async (page: Page) =>
    (JSON.parse((await stored(page, 'user')) ?? '{}') as { _id?: string })._id

  provider.answerWith(googleUser('7', emailOf(ana).toUpperCase()))
  const second = await browserOf(ana)
  await second.page.goto('/signup')
  await provided(second.page, 'Google').click()
  await expect(second.page).toHaveURL('/dashboard')
  expect(await idOf(second.page)).toBe(await idOf(first.page))
})

test('the link at the end of one sign-in is nothing in another browser', async ({
  openBrowser: browserOf,
  product,
  provider,
}) => {
  provider.answerWith(gitHubUser(42, emailOf(ana)))
  const attacker = await browserOf('Mallory')
  // Followed without running any script, so that the ticket is still to be had.
  const link = (await attacker.context.request.get(`${product.url}/api/auth/github`)).url()
  expect(link).toContain('/auth/success?token=')
  const victim = await browserOf('Maya')
  await victim.page.goto(link)
  await expect(victim.page).toHaveURL('/login?error=failed')
  await expect(alertWithText(victim.page, 'Authentication failed')).toBeVisible()
  expect(await victim.page.evaluate(() => localStorage.length)).toBe(0)
})

test('a password that somebody set with the address of another opens nothing once its owner came', async ({
  page,
  product,
  provider,
}) => {
  await createParticipant(product, ana)
  provider.answerWith(gitHubUser(42, emailOf(ana)))
  await page.goto('/login')
  await provided(page, 'GitHub').click()
  await expect(page).toHaveURL('/dashboard')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await logIn(page, emailOf(ana))
  await expect(alertWithText(page, 'Invalid email/username or password')).toBeVisible()
})

test('a provider that knows no verified address leads back to the log-in, which says why', async ({
  page,
  provider,
}) => {
  provider.answerWith(googleUser('7', emailOf(ana), { email_verified: false }))
  await page.goto('/login')
  await provided(page, 'Google').click()
  await expect(page).toHaveURL('/login?error=unverified-email')
  await expect(alertWithText(page, 'Your address is not verified there.')).toBeVisible()
  await expect(provided(page, 'Google')).toBeVisible()
})

journey('without a provider there is no button', async ({ page }) => {
  const answered = page.waitForResponse('**/api/auth/providers')
  await page.goto('/login')
  await (await answered).finished()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(page.getByText('or continue with')).toHaveCount(0)
})
