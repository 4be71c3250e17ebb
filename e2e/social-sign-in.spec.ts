import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { gitHubUser, googleUser } from '@thirty/infra/testing/oauth/fake-provider.ts'
import { createParticipant } from './support/api.ts'
import { test as testWithoutProvider } from './support/product-fixtures.ts'
import { alertWithText, emailOf, logIn } from './support/page-actions.ts'
import { test } from './support/social-sign-in-fixtures.ts'

const ana = 'Ana Octo'

const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)
const providerLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('a new user signs in with GitHub and reaches the dashboard; no address contained the session token', async ({
  page,
  provider,
}) => {
  provider.answerWith(gitHubUser(42, emailOf(ana)))
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto('/login')
  await providerLink(page, 'GitHub').click()
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

test('a user returns to the page they opened, and is the same user with Google', async ({
  openBrowser,
  provider,
}) => {
  provider.answerWith(gitHubUser(42, emailOf(ana)))
  const first = await openBrowser(ana)
  await first.page.goto('/leaderboard')
  await providerLink(first.page, 'GitHub').click()
  await expect(first.page).toHaveURL('/leaderboard')
  const idOf = async (page: Page) =>
    (JSON.parse((await stored(page, 'user')) ?? '{}') as { _id?: string })._id

  provider.answerWith(googleUser('7', emailOf(ana).toUpperCase()))
  const second = await openBrowser(ana)
  await second.page.goto('/signup')
  await providerLink(second.page, 'Google').click()
  await expect(second.page).toHaveURL('/dashboard')
  expect(await idOf(second.page)).toBe(await idOf(first.page))
})

test('the link at the end of a sign-in does not work in another browser', async ({
  openBrowser,
  product,
  provider,
}) => {
  provider.answerWith(gitHubUser(42, emailOf(ana)))
  const attacker = await openBrowser('Mallory')
  // The request follows the redirects without running scripts, so that the one-time token is not used.
  const link = (await attacker.context.request.get(`${product.url}/api/auth/github`)).url()
  expect(link).toContain('/auth/success?token=')
  const victim = await openBrowser('Maya')
  await victim.page.goto(link)
  await expect(victim.page).toHaveURL('/login?error=failed')
  await expect(alertWithText(victim.page, 'Authentication failed')).toBeVisible()
  expect(await victim.page.evaluate(() => localStorage.length)).toBe(0)
})

test('a password that another person set for the address stops working once its owner signs in', async ({
  page,
  product,
  provider,
}) => {
  await createParticipant(product, ana)
  provider.answerWith(gitHubUser(42, emailOf(ana)))
  await page.goto('/login')
  await providerLink(page, 'GitHub').click()
  await expect(page).toHaveURL('/dashboard')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await logIn(page, emailOf(ana))
  await expect(alertWithText(page, 'Invalid email/username or password')).toBeVisible()
})

test('without a verified address at the provider, the login page explains the failure', async ({
  page,
  provider,
}) => {
  provider.answerWith(googleUser('7', emailOf(ana), { email_verified: false }))
  await page.goto('/login')
  await providerLink(page, 'Google').click()
  await expect(page).toHaveURL('/login?error=unverified-email-google')
  await expect(alertWithText(page, "Your email address isn't verified at Google")).toBeVisible()
  await expect(providerLink(page, 'Google')).toBeVisible()
})

testWithoutProvider('without a provider there is no button for it', async ({ page }) => {
  const answered = page.waitForResponse('**/api/auth/providers')
  await page.goto('/login')
  await (await answered).finished()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(page.getByText('or continue with')).toHaveCount(0)
})
