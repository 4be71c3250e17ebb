import { expect } from '@playwright/test'
import { createParticipant } from './support/api.ts'
import { password } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

const pages = [
  { path: '/', heading: /^Thirty days/, title: 'Thirty: thirty days, one build a day' },
  { path: '/login', heading: 'Log in', title: 'Log in · Thirty' },
  { path: '/login?signup=true', heading: 'Join the challenge', title: 'Sign up · Thirty' },
  { path: '/signup', heading: 'Join the challenge', title: 'Sign up · Thirty' },
]

test("visitors' pages can be read before any script runs", async ({ product, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  const attribute = (selector: string, name: string) => page.locator(selector).getAttribute(name)
  for (const { path, heading, title } of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(title)
    expect(await attribute('link[rel="canonical"]', 'href')).toBe(product.url + path.split('?')[0])
    expect(await attribute('meta[property="og:title"]', 'content')).toBe(title)
    expect(await attribute('meta[name="description"]', 'content')).toMatch(/\w+ .{20}/)
  }
  await context.close()
})

test('a form that is sent before the script runs does not put the password into the address', async ({
  page,
}) => {
  await page.route('**/assets/index-*.js', (route) => route.abort())
  for (const path of ['/login', '/signup']) {
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator('[name="password"]').fill('Typed-too-early-1')
    await page.locator('[name="password"]').press('Enter')
    await page.waitForTimeout(500)
    expect(page.url()).not.toContain('Typed-too-early')
    await expect(page.locator('[name="password"]')).toHaveValue('Typed-too-early-1')
  }
})

test('a form that is sent before the script runs is sent once it does', async ({ product, page }) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  const { promise: sent, resolve: release } = Promise.withResolvers<undefined>()
  await page.route('**/assets/index-*.js', async (route) => {
    await sent
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('[name="emailOrUsername"]').fill(kenji.email)
  await page.locator('[name="password"]').fill(password)
  await page.locator('[name="password"]').press('Enter')
  release(undefined)
  await page.waitForURL('**/dashboard')
})

test('a prerendered page keeps its elements when the script takes over', async ({ page }) => {
  // The script waits until the element of the first paint is known.
  const { promise: known, resolve: release } = Promise.withResolvers<undefined>()
  await page.route('**/assets/index-*.js', async (route) => {
    await known
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  const field = await page.getByLabel('Email or username').elementHandle()
  release(undefined)
  await expect(page.locator('html')).not.toHaveAttribute('data-reader')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible()
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true)
})

test('a signed-in user who opens the log-in page never sees its form', async ({ product, openBrowser }) => {
  const { page } = await openBrowser('Kenji Watanabe', {
    as: await createParticipant(product, 'Kenji Watanabe'),
  })
  const { promise: seen, resolve: release } = Promise.withResolvers<undefined>()
  await page.route('**/assets/index-*.js', async (route) => {
    await seen
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator('[data-prerendered]')).toBeAttached()
  await expect(page.getByLabel('Email or username')).toBeHidden()
  release(undefined)
  await page.waitForURL('**/dashboard')
})
