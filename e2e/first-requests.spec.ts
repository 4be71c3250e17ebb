import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createAdmin, createParticipant, createProject } from './support/api.ts'
import { holdScript } from './support/hold-script.ts'
import { test } from './support/product-fixtures.ts'

/** Returns the addresses that the page asks the API for from now on. */
function recordRequests(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) addresses.push(pathname + search)
  })
  return addresses
}

test('the data of a screen is requested before any script runs, and not once more by the script', async ({
  product,
  openBrowser,
}) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  const project = await createProject(product, kenji, { projectName: 'Pulse', day: 4 })
  const users = [kenji, await createAdmin(product, 'Ines Duarte')] as const
  for (const [user, path, data] of [
    [0, '/leaderboard', '/api/leaderboard/leaderboard?sort=totalPoints&order=desc&limit=100'],
    [0, '/community', '/api/community/feed?limit=30'],
    [0, `/project/${project}`, `/api/projects/${project}`],
    [1, '/admin/leaderboard', '/api/admin/statistics'],
  ] as const) {
    const { page } = await openBrowser('User', { as: users[user] })
    // Without live messages, nothing is loaded again because of changes.
    await page.routeWebSocket(/socket\.io/, () => undefined)
    const release = await holdScript(page)
    const requests = recordRequests(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => requests, path).toContain(data)
    const early = requests.splice(0)
    await release()
    await expect(page.getByText('Kenji Watanabe').first()).toBeVisible()
    expect(requests.filter((address) => early.includes(address))).toEqual([])
  }
})

test('no data is requested for visitors, and of admins only for owners, who may see everything', async ({
  product,
  page,
  openBrowser,
}) => {
  const ines = await createAdmin(product, 'Ines Duarte')
  const own = await openBrowser('Ines Duarte', { as: { ...ines, role: 'reviewer' } })
  for (const opened of [page, own.page]) {
    await holdScript(opened)
    const requests = recordRequests(opened)
    const script = opened.waitForRequest('**/assets/index-*.js')
    await opened.goto('/admin/leaderboard', { waitUntil: 'commit' })
    await script
    expect(requests).toEqual([])
  }
})

for (const [place, isFirst] of [
  ['first', true],
  ['second', false],
] as const)
  test(`the screenshot of the ${place} activity is in its place before any script runs`, async ({
    product,
    openBrowser,
  }) => {
    const as = await createParticipant(product, 'Kenji Watanabe')
    await createProject(product, as, { projectName: 'Pulse', day: 4 })
    if (!isFirst) await createParticipant(product, 'Maya Lindgren')
    const { page } = await openBrowser('Kenji Watanabe', { as, viewport: { width: 412, height: 823 } })
    const release = await holdScript(page)
    await page.goto('/community', { waitUntil: 'commit' })
    const early = page.locator('img[data-first-screenshot]')
    await expect
      .poll(() => early.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    const box = await early.boundingBox()
    await release()
    const late = await page.getByAltText('Screenshot of Pulse').first().boundingBox()
    expect(late).toEqual({ ...box, y: late?.y })
    // Nobody sees a pixel.
    expect(Math.abs((late?.y ?? 0) - (box?.y ?? 0))).toBeLessThan(2)
  })

for (const held of ['answer', 'screenshot', 'nothing'] as const)
  test(`the scripts of the feed are asked for ${held === 'nothing' ? 'once its first screenshot is painted' : `without waiting long for its ${held}`}`, async ({
    product,
    openBrowser,
  }) => {
    const as = await createParticipant(product, 'Kenji Watanabe')
    await createProject(product, as, { projectName: 'Pulse', day: 4 })
    const { page } = await openBrowser('Kenji Watanabe', { as })
    const files: string[] = []
    page.on('request', (request) => {
      const [, folder] = /\/(uploads|assets)\/.*(?:webp|js)$/.exec(request.url()) ?? []
      if (folder) files.push(folder)
    })
    /** Holds responses until the returned function is called. */
    const hold = async (address: string) => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      await page.route(address, async (route) => {
        await promise
        await route.continue().catch(() => undefined)
      })
      return () => resolve(undefined)
    }
    const answer = await hold('**/api/community/feed**')
    const show = await hold('**/uploads/**')
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const asked = page.waitForRequest('**/api/community/feed**')
    await page.goto('/community', { waitUntil: 'commit' })
    await asked
    // The first paint.
    await page.clock.runFor(100)
    expect(files).toEqual([])
    const early = held === 'answer' ? [] : ['uploads']
    if (held !== 'answer') answer()
    await expect.poll(() => files).toEqual(early)
    await page.clock.runFor(100)
    expect(files).toEqual(early)
    if (held === 'nothing') {
      show()
      await page.locator('img[data-first-screenshot]').evaluate((image: HTMLImageElement) => image.decode())
    }
    // Beyond the limit; without anything held only as far as the next paints.
    const stepsMs = held === 'nothing' ? [20, 20, 20, 20] : [200]
    const step = async () => {
      await page.clock.runFor(stepsMs.shift() ?? 0)
      return files
    }
    await expect.poll(step).toContain('assets')
    answer()
    show()
  })
