import { expect } from '@playwright/test'
import { createParticipant } from './support/api.ts'
import { test } from './support/product-fixtures.ts'

const total = 10_000

/** A row of the leaderboard as the server sends it. */
const rowOf = (rank: number) => ({
  _id: `p${rank}`,
  id: `p${rank}`,
  rank,
  name: `Participant ${rank}`,
  username: null,
  avatar: null,
  totalPoints: (total - rank) / 100,
  projectsSubmitted: 1,
  projectQuality: 0,
  streak: 1,
  reason: null,
  movement: 0,
  days: [{ day: 1, status: 'submitted', score: null }],
  recentProjects: [],
  isCurrentUser: false,
})

test('of ten thousand rows only those near the window are in the page, and the last ones appear at the end', async ({
  product,
  openBrowser,
}) => {
  test.setTimeout(120_000)
  const { page } = await openBrowser('Maya Lindgren', {
    as: await createParticipant(product, 'Maya Lindgren'),
  })
  // The product itself sends the first page, whose other fields stay. All rows come at once instead of in fifty requests.
  await page.route('**/api/leaderboard/leaderboard?*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const stats = { ...body.stats, totalUsers: total }
    const data = Array.from({ length: total }, (_, index) => rowOf(index + 1))
    await route.fulfill({ response, json: { ...body, data, stats, nextCursor: null } })
  })
  await page.goto('/leaderboard?page=101')
  await expect(page.getByText('–10,000 of 10,000')).toBeAttached()
  const rows = page.locator('tbody[data-flip-id]')
  /** Expects that no row is missing between those in the page, or drawn over another one. */
  const expectContiguous = async (): Promise<void> => {
    const boxes = await rows.evaluateAll((elements) =>
      elements.map((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return { top, bottom, rank: Number(element.getAttribute('data-flip-id')?.slice(1)) }
      }),
    )
    for (const [index, { top, rank }] of boxes.entries()) {
      const above = boxes[index - 1]
      if (above === undefined) continue
      expect(Math.abs(top - above.bottom)).toBeLessThan(2)
      expect(rank).toBe(above.rank + 1)
    }
  }
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const middle = Math.min(Math.max(part * total, 10), total - 10)
    // The height of the page may still change after a scroll, when rows are measured.
    await expect(async () => {
      await page.evaluate((share) => scrollTo(0, share * document.documentElement.scrollHeight), part)
      await expect(page.getByText(`Participant ${middle}`, { exact: true })).toBeAttached({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    await expectContiguous()
    // Right after a scroll, before the new rows are measured, there may be fewer or more of them.
    await expect.poll(() => rows.count()).toBeGreaterThan(10)
    await expect.poll(() => rows.count()).toBeLessThan(80)
  }
  await expect(page.getByText('Participant 10000', { exact: true })).toBeVisible()
  // The leaderboard may be loading again.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
