import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createAdmin, createParticipant, createProject, reviewProject } from './support/api.ts'
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

test('participants see the navigation of a prerendered screen before any script runs', async ({
  product,
  openBrowser,
}) => {
  const { page } = await openBrowser('Kenji Watanabe', {
    as: await createParticipant(product, 'Kenji Watanabe'),
  })
  await page.route('**/assets/index-*.js', (route) => route.abort())
  for (const path of ['/leaderboard', '/dashboard', '/community', '/project/r1-d1-of-somebody']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('link', { name: 'Community' }).first()).toBeVisible()
  }
})

const adminPaths = [
  'leaderboard',
  'what-if',
  'submissions',
  'judging',
  'users',
  'users/somebody/projects',
  'team',
  'settings',
  'webhooks',
  'version',
  'audit',
  'health',
  'security',
  'rate-project/r1-d1-of-somebody',
].map((path) => `/admin/${path}`)

test('admins see the navigation and the outline of every screen before any script runs, and others do not', async ({
  product,
  openBrowser,
}) => {
  const admin = await createAdmin(product, 'Ines Duarte')
  const { page } = await openBrowser('Ines Duarte', { as: admin })
  await page.route('**/assets/index-*.js', (route) => route.abort())
  for (const path of adminPaths) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('link', { name: 'Submissions' }).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  // The admin log-in is for visitors.
  await page.goto('/admin/login', { waitUntil: 'commit' })
  await expect(page.locator('[data-prerendered]')).toBeAttached()
  await expect(page.getByLabel('Email or username')).toBeHidden()

  const pending = { ...admin, status: 'pending' } as const
  for (const as of [await createParticipant(product, 'Kenji Watanabe'), pending]) {
    const other = await openBrowser('Somebody else', { as })
    await other.page.route('**/assets/index-*.js', (route) => route.abort())
    await other.page.goto('/admin/users', { waitUntil: 'commit' })
    await expect(other.page.locator('[data-prerendered]')).toBeAttached()
    await expect(other.page.getByRole('link', { name: 'Submissions' }).first()).toBeHidden()
  }
})

test('a collapsed sidebar has its width before any script runs, and keeps it', async ({
  product,
  openBrowser,
}) => {
  const { page } = await openBrowser('Ines Duarte', { as: await createAdmin(product, 'Ines Duarte') })
  await page.goto('/admin/audit')
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  const main = page.locator('main')
  const left = async () => (await main.boundingBox())?.x
  const collapsed = await left()
  const { promise: seen, resolve: release } = Promise.withResolvers<undefined>()
  await page.route('**/assets/index-*.js', async (route) => {
    await seen
    await route.continue()
  })
  await page.goto('/admin/audit', { waitUntil: 'commit' })
  await expect(page.locator('[data-prerendered]')).toBeVisible()
  expect(await left()).toBe(collapsed)
  release(undefined)
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  expect(await left()).toBe(collapsed)
})

test('the screens of admins keep their elements when the script takes over', async ({
  product,
  openBrowser,
}) => {
  const { page } = await openBrowser('Ines Duarte', { as: await createAdmin(product, 'Ines Duarte') })
  for (const path of adminPaths) {
    const { promise: marked, resolve: release } = Promise.withResolvers<undefined>()
    await page.route('**/assets/index-*.js', async (route) => {
      await marked
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator('aside').evaluate((element) => element.setAttribute('data-of-the-page', ''))
    release(undefined)
    await expect(page.locator('html')).not.toHaveAttribute('data-reader')
    await expect.soft(page.locator('aside[data-of-the-page]'), path).toBeAttached()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('the screenshot of a project is on the page before any script runs, and stays when the script takes over', async ({
  product,
  openBrowser,
}) => {
  const as = await createParticipant(product, 'Kenji Watanabe')
  const project = await createProject(product, as, { projectName: 'Pulse', day: 4 })
  const { page } = await openBrowser('Kenji Watanabe', { as })
  const { promise: seen, resolve: release } = Promise.withResolvers<undefined>()
  await page.route('**/assets/index-*.js', async (route) => {
    await seen
    await route.continue()
  })
  await page.goto(`/project/${project}`, { waitUntil: 'commit' })
  const screenshot = page.locator('[data-page-image] img')
  await expect(screenshot).toBeVisible()
  await expect
    .poll(() => screenshot.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const box = await screenshot.boundingBox()
  // Hydration keeps the element, until the project is loaded.
  await screenshot.evaluate((image) => image.setAttribute('data-of-the-page', ''))
  const { promise: hydrated, resolve: answer } = Promise.withResolvers<undefined>()
  await page.route('**/api/projects/*', async (route) => {
    await hydrated
    await route.continue()
  })
  release(undefined)
  await expect(page.locator('html')).not.toHaveAttribute('data-reader')
  await expect(page.locator('img[data-of-the-page]')).toBeVisible()
  answer(undefined)
  await expect(page.getByRole('heading', { name: 'Pulse', level: 1 })).toBeVisible()
  expect(await page.getByAltText('Screenshot of Pulse').boundingBox()).toEqual(box)
})

test('the page of a rejected project does not name its screenshot', async ({ product, page }) => {
  const as = await createParticipant(product, 'Kenji Watanabe')
  const project = await createProject(product, as, { projectName: 'Pulse', day: 4 })
  const pageOf = async () => (await page.request.get(`${product.url}/project/${project}`)).text()
  expect(await pageOf()).toContain('/uploads/')
  await reviewProject(product, await createAdmin(product, 'Ines Duarte'), project, { status: 'rejected' })
  await expect.poll(pageOf).not.toContain('/uploads/')
  expect(await pageOf()).not.toContain('{{image')
})

/** Returns the addresses of the pages on which the content security policy refused something, and what. */
async function refusalsOn(page: Page, paths: readonly string[]): Promise<string[]> {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      document.documentElement.dataset.refused = `${event.violatedDirective} ${event.sourceFile}`
    })
  })
  const refusals = []
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('html')).not.toHaveAttribute('data-reader')
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    const refused = await page.locator('html').getAttribute('data-refused')
    if (refused !== null) refusals.push(`${path}: ${refused}`)
  }
  return refusals
}

test('no page asks for what its content security policy refuses', async ({ product, page, openBrowser }) => {
  expect(await refusalsOn(page, ['/', '/login', '/signup', '/forgot'])).toEqual([])
  const own = await openBrowser('Kenji Watanabe', { as: await createParticipant(product, 'Kenji Watanabe') })
  const paths = ['/leaderboard', '/dashboard', '/community', '/project/r1-d1-of-somebody', '/profile']
  expect(await refusalsOn(own.page, paths)).toEqual([])
  const admin = await openBrowser('Ines Duarte', { as: await createAdmin(product, 'Ines Duarte') })
  expect(await refusalsOn(admin.page, ['/admin/login', ...adminPaths])).toEqual([])
})
