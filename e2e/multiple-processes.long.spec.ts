import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createProject, rateProject, createParticipant, createAdmin } from './support/api.ts'
import type { Cluster } from './support/cluster.ts'
import { webProcess, test } from './support/cluster-fixtures.ts'
import { emailOf, logIn, watchForReload, podiumPlace } from './support/page-actions.ts'

/** Returns text and vertical position of everything on the leaderboard, from top to bottom. */
async function readLeaderboard(page: Page): Promise<{ text: string; y: number }[]> {
  const places = page.getByRole('list', { name: 'Podium' }).getByRole('listitem')
  const rows = page.getByRole('table').getByRole('row')
  const all = [...(await places.all()), ...(await rows.all())]
  return Promise.all(
    all.map(async (item) => ({ text: await item.innerText(), y: (await item.boundingBox())?.y ?? -1 })),
  )
}

/** Waits until two leaderboards show the same ranks and points at the same positions. */
async function expectEqualLeaderboards(left: Page, right: Page): Promise<void> {
  await expect(async () => {
    const board = await readLeaderboard(left)
    expect(board.length).toBeGreaterThan(5)
    expect(await readLeaderboard(right)).toEqual(board)
  }).toPass({ timeout: 10_000 })
}

const names = ['Kenji Watanabe', 'Amara Okafor', 'Rafael Souza', 'Leila Haddad', 'Maya Lindgren']

/** Creates five participants with one project each, and one admin at each process. Returns a function that rates a project. */
async function createCommunity(cluster: Cluster) {
  const [one, other] = [webProcess(cluster, 0), webProcess(cluster, 1)]
  const admins = [await createAdmin(one, 'Ines Duarte'), await createAdmin(other, 'Nora Lind')]
  const projects = new Map<string, string>()
  for (const [at, name] of names.entries()) {
    const home = webProcess(cluster, at % 2)
    const person = await createParticipant(home, name)
    projects.set(name, await createProject(home, person, { projectName: `Pulse by ${name}`, day: 1 }))
  }
  return async (at: number, name: string, stars: number) => {
    const [admin, project] = [admins[at], projects.get(name)]
    if (!admin || project === undefined)
      throw new Error(`There is no admin at ${at}, or no project of ${name}.`)
    await rateProject(webProcess(cluster, at), admin, project, stars)
  }
}

test('browsers at different web processes show the same leaderboard, and a rating at either updates both', async ({
  cluster,
  openBrowser,
}) => {
  const rate = await createCommunity(cluster)
  await createParticipant(webProcess(cluster, 0), 'Jonas Lindqvist')
  const pages: Page[] = []
  for (const at of [0, 1]) {
    // The same user at both processes, because the row of the current user looks different.
    const { page } = await openBrowser(`Jonas at ${at}`, { at: webProcess(cluster, at).url })
    await page.goto('/login')
    await logIn(page, emailOf('Jonas Lindqvist'))
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/leaderboard')
    await expect(page.getByRole('button', { name: 'Live. Pause live updates' })).toBeVisible()
    pages.push(page)
  }
  const [left, right] = pages
  if (!left || !right) throw new Error('There must be two pages.')
  await expectEqualLeaderboards(left, right)
  const reloadChecks = [await watchForReload(left), await watchForReload(right)]

  // 3 for the project, 2 for a streak of one; a rating of all fours adds 40.0, one of all fives 50.0.
  await rate(0, 'Maya Lindgren', 4)
  for (const page of pages) await expect(podiumPlace(page, 1)).toContainText(/Maya Lindgren[^]*45\.0 pts/)
  await expectEqualLeaderboards(left, right)
  await rate(1, 'Leila Haddad', 5)
  for (const page of pages) await expect(podiumPlace(page, 1)).toContainText(/Leila Haddad[^]*55\.0 pts/)
  for (const page of pages) await expect(podiumPlace(page, 2)).toContainText(/Maya Lindgren[^]*45\.0 pts/)
  await expectEqualLeaderboards(left, right)
  for (const expectNoReload of reloadChecks) await expectNoReload()
})

test('while Redis is unavailable open leaderboards show their age, and catch up when it is back', async ({
  cluster,
  openBrowser,
}) => {
  const rate = await createCommunity(cluster)
  const watchers: Page[] = []
  for (const [at, name] of ['Jonas Lindqvist', 'Noah Kim'].entries()) {
    const home = webProcess(cluster, at)
    const { page } = await openBrowser(name, { as: await createParticipant(home, name), at: home.url })
    await page.goto('/leaderboard')
    await expect(page.getByRole('button', { name: 'Live. Pause live updates' })).toBeVisible()
    await expect(podiumPlace(page, 1)).toContainText('Kenji Watanabe')
    watchers.push(page)
  }
  const reloadChecks = await Promise.all(watchers.map(watchForReload))

  await cluster.redis.kill()
  for (const page of watchers) {
    await expect(page.getByText(/^as of \d?\d:\d\d:\d\d\s[AP]M$/)).toBeVisible()
    await expect(podiumPlace(page, 1)).toContainText('Kenji Watanabe')
  }
  // Ratings are stored although no leaderboard can show them.
  await rate(0, 'Maya Lindgren', 4)
  await rate(1, 'Leila Haddad', 5)

  await cluster.redis.restart()
  for (const page of watchers) {
    await expect(podiumPlace(page, 1)).toContainText(/Leila Haddad[^]*55\.0 pts/)
    await expect(podiumPlace(page, 2)).toContainText(/Maya Lindgren[^]*45\.0 pts/)
    await expect(page.getByRole('button', { name: 'Live. Pause live updates' })).toBeVisible()
    await expect(page.getByText(/^as of /)).toBeHidden()
  }
  for (const expectNoReload of reloadChecks) await expectNoReload()
})
