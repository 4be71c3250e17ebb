import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createProject } from './support/api.ts'
import type { SignedInUser } from './support/api.ts'
import { anHourOfActivity, seed } from './support/offline/activity.ts'
import { measuredMs, readScreen, startMeasuring } from './support/offline/measure.ts'
import { startNetwork } from './support/offline/network.ts'
import { community, dashboard, expectedFeed, leaderboard, projectScreen } from './support/offline/screens.ts'
import type { Screen } from './support/offline/screens.ts'
import { watchForReload } from './support/page-actions.ts'
import type { BrowserUser } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'
import type { Product } from './support/product.ts'

test.describe.configure({ timeout: 120_000 })

/** The screen has to be right within this time after the network is back. */
const limitMs = 2_000
const viewport = { width: 1280, height: 600 }

/** Returns where on the screen the text is that is read, in pixels from the top of the window. */
const placeOf = (page: Page, { reading }: Screen) =>
  page
    .locator(reading)
    .first()
    .evaluate((element) => Math.round(element.getBoundingClientRect().top))

/** Opens a screen, waits until it is live, and scrolls. Returns what must be the same after the outage. */
async function open({ page }: BrowserUser, screen: Screen) {
  await page.goto(screen.path)
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()
  await page.mouse.wheel(0, 180)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(180)
  return { page, screen, place: await placeOf(page, screen), expectNoReload: await watchForReload(page) }
}

/** Expects a screen to show the texts of the server's responses, no more and no fewer. */
async function expectRight(page: Page, screen: Screen, product: Product, user: SignedInUser) {
  const expected = await screen.expected(product, user)
  await expect(async () => {
    const shown = await readScreen(page, screen.selectors)
    for (const [name, patterns] of Object.entries(expected))
      expect(shown[name]).toEqual(patterns.map((pattern) => expect.stringMatching(new RegExp(pattern, 'u'))))
  }).toPass({ timeout: 10_000 })
}

test('after an hour without a network, every screen is right within two seconds of its return', async ({
  product,
  openBrowser,
}) => {
  const seeded = await seed(product)
  const { user } = seeded
  const network = await startNetwork(product.url)
  const { name, context } = await openBrowser('Ada', { as: user, at: network.url, viewport })
  await context.clock.install()
  const opened = []
  for (const screen of [leaderboard, dashboard, projectScreen(seeded.project), community])
    opened.push(await open({ name, context, page: await context.newPage() }, screen))
  for (const { page, screen } of opened.slice(0, 3)) await expectRight(page, screen, product, user)
  const [feed] = opened.slice(-1)
  if (feed === undefined) throw new Error('The community is not open.')
  const feedBefore = await readScreen(feed.page, { people: `${community.selectors['feed']} strong` })

  network.silence()
  await context.setOffline(true)
  await anHourOfActivity(product, seeded)
  // Each step ends a delay between two attempts to reconnect.
  for (let minute = 0; minute < 60; minute += 5) await context.clock.fastForward('05:00')
  for (const { page } of opened)
    await expect(page.getByText(/^Offline$|from \d?\d:\d\d\s[AP]M$/).first()).toBeVisible()

  for (const { page, screen } of opened)
    await startMeasuring(page, screen.selectors, await screen.expected(product, user))
  network.restore()
  await context.setOffline(false)
  for (const { page, screen, place, expectNoReload } of opened) {
    await expectRight(page, screen, product, user)
    expect(await measuredMs(page), screen.path).toBeLessThan(limitMs)
    expect(await placeOf(page, screen), screen.path).toBe(place)
    await expectNoReload()
  }
  expect(await readScreen(feed.page, { people: `${community.selectors['feed']} strong` })).toEqual(feedBefore)
  await feed.page.getByRole('button', { name: 'Show 30+ new' }).click()
  await expectRight(
    feed.page,
    { ...community, expected: async () => ({ arrivals: [], feed: await expectedFeed(product, user) }) },
    product,
    user,
  )
  await network.close()
})

test('a reader who returns to a page that the network had left does not wait for the next attempt', async ({
  product,
  openBrowser,
}) => {
  const seeded = await seed(product)
  const { user } = seeded
  const network = await startNetwork(product.url)
  const browser = await openBrowser('Ada', { as: user, at: network.url, viewport })
  await browser.context.clock.install()
  const { page, screen, expectNoReload } = await open(browser, leaderboard)

  // The browser is not told that the network is gone, and its attempts to reconnect have no answer.
  network.silence()
  await createProject(product, user, { projectName: 'Submitted elsewhere', day: 2 })
  for (let minute = 0; minute < 60; minute += 5) await browser.context.clock.fastForward('05:00')
  await expect(page.getByText(/^Offline$|from \d?\d:\d\d\s[AP]M$/).first()).toBeVisible()
  network.restore()
  await startMeasuring(page, screen.selectors, await screen.expected(product, user), 'visibilitychange')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expectRight(page, screen, product, user)
  expect(await measuredMs(page)).toBeLessThan(limitMs)
  await expectNoReload()
  await network.close()
})
