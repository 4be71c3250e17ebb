import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createProject, rateProject, createParticipant, createAdmin } from './support/api.ts'
import type { Cluster } from './support/cluster.ts'
import { webProcess, test } from './support/cluster-fixtures.ts'
import { emailOf, logIn, watchForReload, podiumPlace } from './support/page-actions.ts'

/** Everything that the board shows, from top to bottom: what is said in each place, and how far down it stands. */
async function boardOn(page: Page): Promise<{ words: string; y: number }[]> {
  const places = page.getByRole('list', { name: 'Podium' }).getByRole('listitem')
  const rows = page.getByRole('table').getByRole('row')
  const all = [...(await places.all()), ...(await rows.all())]
  return Promise.all(
    all.map(async (one) => ({ words: await one.innerText(), y: (await one.boundingBox())?.y ?? -1 })),
  )
}

/** Waits until two boards show the same: ranks, points, and where everybody stands. */
async function areEqual(one: Page, other: Page): Promise<void> {
  await expect(async () => {
    const board = await boardOn(one)
    expect(board.length).toBeGreaterThan(5)
    expect(await boardOn(other)).toEqual(board)
  }).toPass({ timeout: 10_000 })
}

const names = ['Kenji Watanabe', 'Amara Okafor', 'Rafael Souza', 'Leila Haddad', 'Maya Lindgren']

/** Five people with a project each and an admin at each process; answers how an admin of a process rates one of them. */
async function community(cluster: Cluster) {
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
    if (!admin || project === undefined) throw new Error(`Nobody rates ${name} at ${at}.`)
    await rateProject(webProcess(cluster, at), admin, project, stars)
  }
}

test('two browsers at different web processes show the same board, and both move when a rating comes in through either', async ({
  cluster,
  openBrowser: browserOf,
}) => {
  const rate = await community(cluster)
  await createParticipant(webProcess(cluster, 0), 'Jonas Lindqvist')
  const pages: Page[] = []
  for (const at of [0, 1]) {
    // The same person at both, so that not even their own row looks different.
    const { page } = await browserOf(`Jonas at ${at}`, { at: webProcess(cluster, at).url })
    await page.goto('/login')
    await logIn(page, emailOf('Jonas Lindqvist'))
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/leaderboard')
    await expect(page.getByRole('button', { name: 'Live. Pause live updates' })).toBeVisible()
    pages.push(page)
  }
  const [one, other] = pages as [Page, Page]
  await areEqual(one, other)
  const stayed = [await watchForReload(one), await watchForReload(other)]

  // 3 for the project, 2 for a streak of one; a rating of all fours adds 40.0, one of all fives 50.0.
  await rate(0, 'Maya Lindgren', 4)
  for (const page of pages) await expect(podiumPlace(page, 1)).toContainText(/Maya Lindgren[^]*45\.0 pts/)
  await areEqual(one, other)
  await rate(1, 'Leila Haddad', 5)
  for (const page of pages) await expect(podiumPlace(page, 1)).toContainText(/Leila Haddad[^]*55\.0 pts/)
  for (const page of pages) await expect(podiumPlace(page, 2)).toContainText(/Maya Lindgren[^]*45\.0 pts/)
  await areEqual(one, other)
  for (const still of stayed) await still()
})

test('while Redis is away open boards say as of when they are, and show what happened meanwhile when it is back', async ({
  cluster,
  openBrowser: browserOf,
}) => {
  const rate = await community(cluster)
  const watchers: Page[] = []
  for (const [at, name] of ['Jonas Lindqvist', 'Noah Kim'].entries()) {
    const home = webProcess(cluster, at)
    const { page } = await browserOf(name, { as: await createParticipant(home, name), at: home.url })
    await page.goto('/leaderboard')
    await expect(page.getByRole('button', { name: 'Live. Pause live updates' })).toBeVisible()
    await expect(podiumPlace(page, 1)).toContainText('Kenji Watanabe')
    watchers.push(page)
  }
  const stayed = await Promise.all(watchers.map(watchForReload))

  await cluster.redis.kill()
  for (const page of watchers) {
    await expect(page.getByText(/^as of \d\d:\d\d:\d\d$/)).toBeVisible()
    await expect(podiumPlace(page, 1)).toContainText('Kenji Watanabe')
  }
  // Stored although no board can show it, and asked for anew by a board that is opened meanwhile.
  await rate(0, 'Maya Lindgren', 4)
  await rate(1, 'Leila Haddad', 5)

  await cluster.redis.restart()
  for (const page of watchers) {
    await expect(podiumPlace(page, 1)).toContainText(/Leila Haddad[^]*55\.0 pts/)
    await expect(podiumPlace(page, 2)).toContainText(/Maya Lindgren[^]*45\.0 pts/)
    await expect(page.getByRole('button', { name: 'Live. Pause live updates' })).toBeVisible()
    await expect(page.getByText(/^as of /)).toBeHidden()
  }
  for (const still of stayed) await still()
})
