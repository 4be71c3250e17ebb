import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { holdScript } from './support/hold-script.ts'
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
    // Meanwhile a form that was sent would have left the page, and this would fail.
    await page.evaluate(async () => void (await fetch('/healthz', { cache: 'no-store' })))
    expect(page.url()).not.toContain('Typed-too-early')
    await expect(page.locator('[name="password"]')).toHaveValue('Typed-too-early-1')
  }
})

test('a form that is sent before the script runs is sent once it does', async ({ product, page }) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  const release = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('[name="emailOrUsername"]').fill(kenji.email)
  await page.locator('[name="password"]').fill(password)
  await page.locator('[name="password"]').press('Enter')
  await release()
  await page.waitForURL('**/dashboard')
})

test('a prerendered page keeps its elements when the script takes over', async ({ page }) => {
  const release = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const field = await page.getByLabel('Email or username').elementHandle()
  await release()
  await expect(page.locator('html')).not.toHaveAttribute('data-reader')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible()
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true)
})

test('a signed-in user who opens the login page never sees its form', async ({ product, openBrowser }) => {
  const { page } = await openBrowser('Kenji Watanabe', {
    as: await createParticipant(product, 'Kenji Watanabe'),
  })
  const release = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator('[data-prerendered]')).toBeAttached()
  await expect(page.getByLabel('Email or username')).toBeHidden()
  await release()
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

test('admins see the outline of every screen before any script runs, and the script keeps its elements @long', async ({
  product,
  openBrowser,
}) => {
  const { page } = await openBrowser('Ines Duarte', { as: await createAdmin(product, 'Ines Duarte') })
  await recordRefusals(page)
  for (const path of adminPaths) {
    const release = await holdScript(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('link', { name: 'Submissions' }).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.locator('aside').evaluate((element) => element.setAttribute('data-of-the-page', ''))
    await release()
    await expect(page.locator('html')).not.toHaveAttribute('data-reader')
    await expect.soft(page.locator('aside[data-of-the-page]'), path).toBeAttached()
    expect.soft(await refusalOn(page), path).toBeNull()
  }
})

test('others do not see the outline of a screen of admins, nor admins their log-in', async ({
  product,
  openBrowser,
}) => {
  const admin = await createAdmin(product, 'Ines Duarte')
  const participant = await createParticipant(product, 'Kenji Watanabe')
  const pending = { ...admin, status: 'pending' } as const
  for (const [path, as] of [
    ['/admin/users', participant],
    ['/admin/users', pending],
    ['/admin/login', admin],
  ] as const) {
    const { page } = await openBrowser('User', { as })
    await holdScript(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('[data-prerendered]')).toBeAttached()
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
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
  const release = await holdScript(page)
  await page.goto('/admin/audit', { waitUntil: 'commit' })
  await expect(page.locator('[data-prerendered]')).toBeVisible()
  expect(await left()).toBe(collapsed)
  await release()
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  expect(await left()).toBe(collapsed)
})

/**
 * Opens a page, waits until its screenshot is loaded, starts the script, and expects that hydration keeps the element until the project is
 * loaded. Returns where it was.
 */
async function expectScreenshotKept(page: Page, path: string) {
  const { promise: hydrated, resolve: answer } = Promise.withResolvers<undefined>()
  await page.route('**/api/projects/**', async (route) => {
    await hydrated
    await route.continue()
  })
  const release = await holdScript(page)
  await page.goto(path, { waitUntil: 'commit' })
  const screenshot = page.locator('img[data-page-image]')
  await expect(screenshot).toBeVisible()
  await expect
    .poll(() => screenshot.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const box = await screenshot.boundingBox()
  // Hydration keeps the element, until the project is loaded.
  await screenshot.evaluate((image) => image.setAttribute('data-of-the-page', ''))
  await release()
  await expect(page.locator('html')).not.toHaveAttribute('data-reader')
  await expect(page.locator('img[data-of-the-page]')).toBeVisible()
  answer(undefined)
  return box
}

test('the screenshot of a project is on the page before any script runs, and stays when the script takes over', async ({
  product,
  openBrowser,
}) => {
  const as = await createParticipant(product, 'Kenji Watanabe')
  const project = await createProject(product, as, { projectName: 'Pulse', day: 4 })
  const { page } = await openBrowser('Kenji Watanabe', { as })
  const box = await expectScreenshotKept(page, `/project/${project}`)
  await expect(page.getByRole('heading', { name: 'Pulse', level: 1 })).toBeVisible()
  expect(await page.getByAltText('Screenshot of Pulse').boundingBox()).toEqual(box)
})

for (const [screen, pathOf] of [
  ['the rating of a project', (project: string) => `/admin/rate-project/${project}`],
  ['the projects of a participant', (_project: string, user: string) => `/admin/users/${user}/projects`],
] as const) {
  test(`${screen} shows its first screenshot before any script runs, and the script keeps it`, async ({
    product,
    openBrowser,
  }) => {
    const owner = await createParticipant(product, 'Kenji Watanabe')
    await createProject(product, owner, { projectName: 'Older', day: 3 })
    const project = await createProject(product, owner, { projectName: 'Pulse', day: 4 })
    const { page } = await openBrowser('Ines Duarte', { as: await createAdmin(product, 'Ines Duarte') })
    await recordRefusals(page)
    await expectScreenshotKept(page, pathOf(project, owner._id))
    await expect(page.getByRole('heading', { name: 'Pulse' })).toBeVisible()
    expect(await refusalOn(page)).toBeNull()
  })
}

test('the page of a rejected project does not name its screenshot', async ({ product, page }) => {
  const as = await createParticipant(product, 'Kenji Watanabe')
  const project = await createProject(product, as, { projectName: 'Pulse', day: 4 })
  const pageOf = async () => (await page.request.get(`${product.url}/project/${project}`)).text()
  expect(await pageOf()).toContain('/uploads/')
  await reviewProject(product, await createAdmin(product, 'Ines Duarte'), project, { status: 'rejected' })
  await expect.poll(pageOf).not.toContain('/uploads/')
  expect(await pageOf()).not.toContain('{{image')
})

/** Records what the content security policy refuses on the next pages. */
const recordRefusals = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      document.documentElement.dataset.refused = `${event.violatedDirective} ${event.sourceFile}`
    })
  })

const refusalOn = (page: Page) => page.locator('html').getAttribute('data-refused')

/** Returns the addresses of the pages on which the content security policy refused something, and what. */
async function refusalsOn(page: Page, paths: readonly string[]): Promise<string[]> {
  await recordRefusals(page)
  const refusals = []
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('html')).not.toHaveAttribute('data-reader')
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    const refused = await refusalOn(page)
    if (refused !== null) refusals.push(`${path}: ${refused}`)
  }
  return refusals
}

test('no page asks for what its content security policy refuses', async ({ product, page, openBrowser }) => {
  expect(await refusalsOn(page, ['/', '/login', '/signup', '/forgot', '/admin/login'])).toEqual([])
  const own = await openBrowser('Kenji Watanabe', { as: await createParticipant(product, 'Kenji Watanabe') })
  const paths = ['/leaderboard', '/dashboard', '/community', '/project/r1-d1-of-somebody', '/profile']
  expect(await refusalsOn(own.page, paths)).toEqual([])
})
