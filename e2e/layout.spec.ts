import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from './support/seeded-fixtures.ts'
import { chooseLanguage } from './support/languages.ts'

/** Returns the heights of the bars that stay in the window while it scrolls, in px. */
const fixedHeight = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, 400)
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { position, pointerEvents } = getComputedStyle(element)
        const { width } = element.getBoundingClientRect()
        if (pointerEvents === 'none' || width < innerWidth / 2) return false
        return position === 'fixed' || position === 'sticky'
      })
      .map((element) => element.getBoundingClientRect().height)
      .reduce((sum, height) => sum + height, 0)
  })

/** Returns the groups of buttons of which some are outside the visible part. */
const cutGroups = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="group"]')]
      .filter((group) => group.scrollWidth > group.clientWidth + 1)
      .map((group) => group.ariaLabel),
  )

test('in a low window the bars leave most of the space to the content', async ({ openBrowser, seeded }) => {
  const { page } = await openBrowser('Maya', {
    as: seeded.participant,
    viewport: { width: 320, height: 256 },
  })
  await page.goto('/leaderboard')
  await expect(page.getByRole('button', { name: 'Details of Leila Haddad' })).toBeAttached()
  expect(await fixedHeight(page)).toBeLessThanOrEqual(64)
})

for (const width of [320, 1024]) {
  test(`filters and sort buttons are whole at a width of ${width} pixels`, async ({
    openBrowser,
    seeded,
  }) => {
    const viewport = { width, height: 800 }
    const admin = await openBrowser('Ines', { as: seeded.admin, viewport })
    await admin.page.goto('/admin/submissions')
    await expect(admin.page.getByRole('button', { name: /^Rejected/ })).toBeVisible()
    // The numbers in the filters arrive with the list.
    await expect.poll(() => cutGroups(admin.page)).toEqual([])
    const participant = await openBrowser('Maya', { as: seeded.participant, viewport })
    await participant.page.goto('/leaderboard')
    await expect(participant.page.getByRole('button', { name: /^Streak/ }).first()).toBeVisible()
    await expect.poll(() => cutGroups(participant.page)).toEqual([])
  })
}

test('the podium is in the middle below 960 pixels', async ({ openBrowser, seeded }) => {
  const { page } = await openBrowser('Maya', {
    as: seeded.participant,
    viewport: { width: 800, height: 900 },
  })
  await page.goto('/leaderboard')
  const box = await page.getByRole('list', { name: 'Podium' }).boundingBox()
  expect(box && Math.abs(box.x + box.width / 2 - 400)).toBeLessThan(8)
})

test('log in and sign up stay on one line at a width of 320 pixels', async ({ openBrowser }) => {
  const { page } = await openBrowser('Visitor', { viewport: { width: 320, height: 800 } })
  await page.goto('/')
  const header = page.locator('header').first()
  for (const name of ['Log in', 'Sign up']) {
    const lines = await header.getByRole('link', { name }).evaluate((link) => {
      const text = document.createRange()
      text.selectNodeContents(link)
      return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size
    })
    expect(lines, name).toBe(1)
  }
})

/** Scrolls through the page. Returns the names of the buttons and links that another element ever covers. */
const coveredBy = (page: Page, name: string) =>
  page.getByRole('button', { name }).evaluate(async (cover) => {
    const covered = new Set<string>()
    for (let top = 0; top <= document.documentElement.scrollHeight; top += 24) {
      scrollTo(0, top)
      await new Promise(requestAnimationFrame)
      const over = cover.getBoundingClientRect()
      for (const target of document.querySelectorAll('main article a, main article button')) {
        const { left, right, top: upper, bottom } = target.getBoundingClientRect()
        if (left < over.right && right > over.left && upper < over.bottom && bottom > over.top)
          covered.add(target.textContent)
      }
    }
    return [...covered]
  })

test('the button to the top covers no button of a card on a phone', async ({ openBrowser, seeded }) => {
  const viewport = { width: 390, height: 844 }
  const { page } = await openBrowser('Ines', { as: seeded.admin, viewport })
  await page.route('**/api/projects/user/*', async (route) => {
    const response = await route.fetch()
    const { projects, ...rest } = (await response.json()) as { projects: { _id: string; day: number }[] }
    const more = Array.from({ length: 7 }, (_, index) =>
      projects.map((project) => ({ ...project, _id: `${project._id}-${index}`, day: index + 1 })),
    )
    await route.fulfill({ response, json: { ...rest, projects: more.flat() } })
  })
  await page.goto(`/admin/users/${seeded.participant._id}/projects`)
  await expect(page.getByText('Showing 7 projects')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Code' })).toHaveCount(7)
  expect(await coveredBy(page, 'Back to top')).toEqual([])
})

test('the facts about a user are on one line at a width of 1440 pixels, also the longer dates in German', async ({
  openBrowser,
  seeded,
}) => {
  const viewport = { width: 1440, height: 900 }
  const { page } = await openBrowser('Ines', { as: seeded.admin, viewport })
  await page.goto('/admin/users')
  const facts = page.locator('main p', { hasText: /session/ }).first()
  await expect(facts).toContainText(/session/)
  const middles = await facts.evaluate((line) =>
    [...line.children].map((fact) => {
      const { top, bottom } = fact.getBoundingClientRect()
      return Math.round((top + bottom) / 2)
    }),
  )
  expect(middles).toHaveLength(4)
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(8)

  await chooseLanguage(page, page.url(), 'de')
  await page.reload()
  const since = page.locator('main p > span', { hasText: /Dabei seit/ }).first()
  await expect(since).toBeVisible()
  expect((await since.boundingBox())?.height).toBeLessThan(30)
})

type Shift = PerformanceEntry & { value: number }

/** Runs in the page. Adds up by how much its content shifts while it loads. */
function sumShifts() {
  const target = globalThis as unknown as { shifts: number }
  target.shifts = 0
  new PerformanceObserver((list) => {
    // Safe: these are the entries of this type.
    for (const { value } of list.getEntries() as Shift[]) target.shifts += value
  }).observe({ type: 'layout-shift', buffered: true })
}

test('the screens of admins keep their layout while they load on a phone @long', async ({
  openBrowser,
  seeded,
}) => {
  const { page } = await openBrowser('Ines', { as: seeded.admin, viewport: { width: 390, height: 844 } })
  await page.addInitScript(sumShifts)
  // The data comes after the outline of the screen is painted.
  await page.route('**/api/**', async (route) => {
    await pause(200)
    await route.continue()
  })
  const user = `users/${seeded.participant._id}/projects`
  const project = `rate-project/${seeded.pending}`
  const screens = [
    'leaderboard',
    'submissions',
    'judging',
    'users',
    user,
    'team',
    'settings',
    'version',
    'audit',
  ]
  for (const screen of [...screens, project, 'health', 'what-if', 'webhooks']) {
    await page.goto(`/admin/${screen}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('status', { name: /loading/i })).toHaveCount(0)
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)
    // Google's limit for a good page (web.dev/articles/cls).
    expect.soft(shifts, screen).toBeLessThan(0.1)
  }
})

test('a tablet without a keyboard is shown no keys @long', async ({ openBrowser, seeded }) => {
  const viewport = { width: 1280, height: 800 }
  const options = { as: seeded.admin, viewport, hasTouch: true, isMobile: true }
  const { page } = await openBrowser('Ines', options)
  for (const path of ['/admin/submissions', `/admin/rate-project/${seeded.pending}`, '/admin/reveal']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect.soft(page.locator('kbd:visible'), path).toHaveCount(0)
    await expect.soft(page.getByText(/^Press /).filter({ visible: true }), path).toHaveCount(0)
  }
})
