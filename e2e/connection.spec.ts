import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createProject, createParticipant } from './support/api.ts'
import { test } from './support/product-fixtures.ts'
import { alertWithText, watchForReload, podiumPlace } from './support/page-actions.ts'

const livePill = (page: Page) => page.getByRole('button', { name: 'Live. Pause live updates' })
const leaderboardUrl = '**/api/leaderboard/leaderboard*'
const loadFailed = 'Failed to load leaderboard data. Please try again later.'

test('a leaderboard shows that it lost the server, keeps its data, and catches up when the server is back', async ({
  product,
  openBrowser,
}) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  await createProject(product, kenji, { projectName: 'Pulse', day: 1 })
  const { page } = await openBrowser('Jonas Lindqvist', {
    as: await createParticipant(product, 'Jonas Lindqvist'),
  })
  await page.clock.install()
  await page.goto('/leaderboard')
  await expect(livePill(page)).toBeVisible()
  const expectNoReload = await watchForReload(page)

  await product.stop()
  await expect(page.getByText('Reconnecting').first()).toBeVisible()
  await expect(page.getByText(/in \d+ s/).first()).toBeVisible()
  await expect(podiumPlace(page, 1)).toContainText('5.0 pts')

  // After five failed attempts the leaderboard shows its age.
  await expect(async () => {
    await page.clock.fastForward(16_000)
    await expect(page.getByText(/^standings from \d?\d:\d\d\s[AP]M$/).first()).toBeVisible({ timeout: 300 })
  }).toPass()
  await expect(podiumPlace(page, 1)).toContainText('5.0 pts')

  await product.start()
  await createProject(product, kenji, { projectName: 'Pulse, live', day: 2 })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(livePill(page)).toBeVisible()
  await expect(podiumPlace(page, 1)).toContainText('10.0 pts')
  await expectNoReload()
})

test('complete data is loaded once, also after a reconnect @long', async ({ product, openBrowser }) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  const { page } = await openBrowser('Kenji Watanabe', { as: kenji })
  let requests = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/leaderboard/leaderboard') requests += 1
  })
  /** Longer than a resync waits. */
  const resyncs = () => page.waitForTimeout(6_000)
  await page.goto('/leaderboard')
  await expect(livePill(page)).toBeVisible()
  await resyncs()
  expect(requests).toBe(1)
  const loseNetwork = async (meanwhile?: () => Promise<unknown>) => {
    await page.context().setOffline(true)
    await expect(livePill(page)).toBeHidden()
    await meanwhile?.()
    await page.context().setOffline(false)
    await expect(livePill(page)).toBeVisible()
    await resyncs()
  }
  await loseNetwork()
  expect(requests).toBe(1)
  await loseNetwork(() => createProject(product, kenji, { projectName: 'Pulse', day: 1 }))
  expect(requests).toBe(2)
  await expect(podiumPlace(page, 1)).toContainText('5.0 pts')
})

test('paused updates appear when the user resumes them', async ({ product, openBrowser }) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  await createProject(product, kenji, { projectName: 'Pulse', day: 1 })
  const { page } = await openBrowser('Kenji Watanabe', { as: kenji })
  await page.goto('/leaderboard')
  await livePill(page).click()
  const paused = page.getByRole('button', { name: 'Paused. Pause live updates' })
  await expect(paused).toHaveAttribute('aria-pressed', 'true')

  const live = await openBrowser('Kenji Watanabe', { as: kenji })
  await live.page.goto('/leaderboard')
  await expect(livePill(live.page)).toBeVisible()
  await createProject(product, kenji, { projectName: 'Pulse, live', day: 2 })
  // Once the update has reached the browser that is not paused, it was sent to both.
  await expect(podiumPlace(live.page, 1)).toContainText('10.0 pts')
  await expect(podiumPlace(page, 1)).toContainText('5.0 pts')
  await paused.click()
  await expect(podiumPlace(page, 1)).toContainText('10.0 pts')
})

test('a leaderboard that has never loaded shows labelled demo data and loads with Retry', async ({
  product,
  openBrowser,
}) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  await createProject(product, kenji, { projectName: 'Pulse', day: 1 })
  const { page } = await openBrowser('Kenji Watanabe', { as: kenji })
  await page.route(leaderboardUrl, (route) => route.abort())
  await page.goto('/leaderboard')
  await expect(alertWithText(page, loadFailed)).toBeVisible()
  await expect(page.getByText('Demo data.')).toBeVisible()

  await page.unroute(leaderboardUrl)
  await alertWithText(page, loadFailed).getByRole('button', { name: 'Retry' }).click()
  await expect(podiumPlace(page, 1)).toContainText('Kenji Watanabe')
  await expect(page.getByText('Demo data.')).toBeHidden()
})

test('a leaderboard that fails to reload shows the last known standings with their age', async ({
  product,
  openBrowser,
}) => {
  const kenji = await createParticipant(product, 'Kenji Watanabe')
  await createProject(product, kenji, { projectName: 'Pulse', day: 1 })
  const { page } = await openBrowser('Kenji Watanabe', { as: kenji })
  await page.goto('/leaderboard')
  await expect(podiumPlace(page, 1)).toContainText('Kenji Watanabe')

  await page.route(leaderboardUrl, (route) => route.abort())
  await page.reload()
  await expect(alertWithText(page, loadFailed)).toBeVisible()
  await expect(page.getByText(/Last standings loaded here, (just now|\d+ s|\d+ min)/)).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Kenji Watanabe' })
  await expect(row).toContainText('5.0')
  await expect(page.getByText('Demo data.')).toBeHidden()
})
