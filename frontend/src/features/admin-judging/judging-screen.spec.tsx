// @vitest-environment happy-dom
import type { JudgingResponse } from '@thirty/contracts/judging/api.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse } from '../../../testing/mock-server.ts'
import { clearUserData } from '../../shared/storage/user-change.ts'
import {
  ada,
  unratedKanban,
  calibration,
  conflict,
  emptyJudging,
  ines,
  kanban,
  rating,
  findCard,
  renderScreen,
  rita,
  signInAs,
} from '../../../testing/judging-screen.tsx'
import { refreshInVain, staleNotice } from '../../../testing/refresh-in-vain.tsx'

beforeEach(clearUserData)

const figures = (reviewer: typeof ines, change: Partial<JudgingResponse['reviewers'][number]> = {}) => ({
  reviewer,
  ratings: 4,
  mean: 3.25,
  deviation: 0.5,
  bias: null,
  distribution: [0, 0, 3, 1, 0],
  outliers: 0,
  ...change,
})

test('says in words that there is nothing to compare yet', async () => {
  renderScreen(() => emptyJudging)
  expect(await screen.findByText(/Nobody has given an official rating yet/)).toBeTruthy()
  expect(screen.getByText('There are no projects to rate yet.')).toBeTruthy()
  expect(screen.getByText('No project has ratings that are two or more stars apart.')).toBeTruthy()
  expect(screen.getByText('Nobody has declared a conflict of interest.')).toBeTruthy()
  expect(screen.getByText('No projects have been chosen for calibration.')).toBeTruthy()
})

test('a single reviewer has figures, and words about what is missing', async () => {
  renderScreen(() => ({ ...emptyJudging, reviewers: [figures(ines)] }))
  expect(await screen.findByText(/There is one reviewer so far/)).toBeTruthy()
  const row = screen.getByRole('row', { name: /Ines Duarte/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Ratings4',
    'Mean3.25',
    'Std. deviation0.50',
    'BiasNo shared projects',
    'Outliers0',
    'Distribution5 stars: 0, 4 stars: 1, 3 stars: 3, 2 stars: 0, 1 star: 0',
  ])
})

test('shows how reviewers differ from the others, with the sign and the shared projects', async () => {
  const bias = { stars: -0.4, projects: 12 }
  renderScreen(() => ({ ...emptyJudging, reviewers: [figures(ines), figures(rita, { bias, outliers: 2 })] }))
  const row = await screen.findByRole('row', { name: /Rita Vance/ })
  expect(row.textContent).toContain('-0.40 12 shared projects')
  expect(within(row).getByText('Rita Vance').tagName).toBe('BDI')
  expect(screen.queryByText(/There is one reviewer so far/)).toBeNull()
})

test('says how many projects have as many ratings as wanted', async () => {
  renderScreen(() => ({ ...emptyJudging, coverage: [3, 2, 5] }))
  const card = await findCard('Coverage')
  expect(card.textContent).toContain('5 of 10 projects have 2 or more ratings.')
  expect(
    within(card)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['No rating3', '1 rating2', '2 or more ratings5'])
})

test('lists projects whose ratings disagree, with who gave what and a link to the rating', async () => {
  renderScreen(() => ({ ...emptyJudging, disagreements: { count: 60, projects: [kanban] } }))
  const card = await findCard('Needs another look')
  expect(card.textContent).toContain('Ines Duarte5.0')
  expect(within(card).getByText('Ines Duarte').tagName).toBe('BDI')
  expect(card.textContent).toContain('3.0 stars apart')
  expect(card.textContent).toContain('Only the first 1 are shown.')
  expect(within(card).getByRole('link', { name: 'Open the rating of Kanban' }).getAttribute('href')).toBe(
    '/admin/rate-project/kanban',
  )
})

test('keeps the ratings of the others back until the admin has rated the project', async () => {
  renderScreen(() => ({ ...emptyJudging, disagreements: { count: 1, projects: [unratedKanban] } }))
  const card = await findCard('Needs another look')
  expect(card.textContent).toContain('You can see the ratings once you have rated this project yourself.')
  expect(card.textContent).not.toContain('Ines Duarte')
})

test('marks ratings that were given before a conflict of interest, and says that they are left out', async () => {
  const project = { ...kanban, ratings: [rating(ines, 5), rating(rita, 2, true)] }
  renderScreen(() => ({
    ...emptyJudging,
    reviewers: [figures(ines), figures(rita)],
    excluded: { count: 1, projects: [project] },
  }))
  const card = await findCard('Rated before a conflict of interest')
  expect(card.textContent).toContain('Rita Vance2.0conflict of interest')
  expect(screen.getByText(/conflict of interest are left out of these figures/)).toBeTruthy()
})

test('a rating of another admin changes the figures', async () => {
  let judging = emptyJudging
  renderScreen(() => judging)
  await screen.findByText(/Nobody has given an official rating yet/)
  judging = { ...emptyJudging, reviewers: [figures(ines)], position: '12' }
  await emitFromServer('judging.changed', {
    items: [{ projectId: 'kanban', officialRatings: 1 }],
    position: '12',
    epoch: 'e1',
    at: conflict.at,
  })
  expect(await screen.findByRole('row', { name: /Ines Duarte/ }, { timeout: 2000 })).toBeTruthy()
})

test('says that the judging could not be loaded, and loads it again on request', async () => {
  let isBroken = true
  renderScreen(() => (isBroken ? errorResponse(503, 'being-built', 'Not yet') : emptyJudging))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the judging data')
  isBroken = false
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' }))
  expect(await findCard('Coverage')).toBeTruthy()
})

test('an organiser says how many ratings each project should have', async () => {
  const options = { notifications: true, emailReminders: true, wantedRatings: 3, normalisedScores: false }
  let judging = emptyJudging
  const requests = renderScreen(() => judging, {
    'PUT /api/admin/challenge/options': () => {
      judging = { ...emptyJudging, wantedRatings: 3, coverage: [1, 0, 0, 0] }
      return { success: true, options, position: '11' }
    },
  })
  const card = await findCard('How projects are judged')
  await userEvent.click(within(card).getByRole('button', { name: '3' }))
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ wantedRatings: 3 })
  expect(within(card).getByRole('button', { name: '3' }).getAttribute('aria-pressed')).toBe('true')
  // In the chart and in its table.
  expect(await within(await findCard('Coverage')).findAllByText('3 or more ratings')).toHaveLength(2)
})

test('a change that fails is taken back, and the reason is shown', async () => {
  renderScreen(() => emptyJudging, {
    'PUT /api/admin/challenge/options': () => errorResponse(503, 'busy', 'The server is busy.'),
  })
  const card = await findCard('How projects are judged')
  await userEvent.click(within(card).getByRole('button', { name: '3' }))
  expect((await within(card).findByRole('alert')).textContent).toBe('The server is busy.')
  expect(within(card).getByRole('button', { name: '2' }).getAttribute('aria-pressed')).toBe('true')
})

test('normalised scores add the standings and the averages side by side', async () => {
  const standing = { participant: ada, rank: 3, points: 40.5, normalisedRank: 1, normalisedPoints: 42 }
  renderScreen(() => ({ ...emptyJudging, normalisedScores: true }), {
    'GET /api/admin/judging/standings': () => ({
      success: true,
      standings: [standing],
      compared: 1,
      moved: 1,
      position: '10',
      epoch: 'e1',
    }),
    'GET /api/admin/judging/projects': () => ({
      success: true,
      projects: [kanban, { ...unratedKanban, projectId: 'other', projectName: 'Weather' }],
      nextCursor: null,
      position: '10',
      epoch: 'e1',
    }),
  })
  const standings = await findCard('Standings by normalized scores')
  expect((await within(standings).findByRole('row', { name: /Ada King/ })).textContent).toContain(
    '2 places up',
  )
  expect(standings.textContent).toContain(
    '1 participant in the top 1 of the leaderboard would change places.',
  )
  expect(
    within(standings).getByRole('link', { name: 'Try these scores in What if' }).getAttribute('href'),
  ).toBe('/admin/what-if?normalise=on')
  const projects = await findCard('Rated projects')
  const row = await within(projects).findByRole('row', { name: /Kanban/ })
  expect(row.textContent).toContain('-0.30')
  expect(within(projects).getByRole('row', { name: /Weather/ }).textContent).toContain(
    'Hidden until you rate it',
  )
})

test('without normalised scores nothing is normalised, and the page says how it would be', async () => {
  const requests = renderScreen(() => emptyJudging)
  await findCard('How projects are judged')
  expect(screen.queryByRole('region', { name: 'Standings by normalized scores' })).toBeNull()
  expect(requests.map(({ path }) => path)).toEqual(['/api/admin/judging'])
  expect((await findCard('How this is calculated')).textContent).toContain('z-score')
})

const ofInes = { ...conflict, admin: ines }
const declaredForInes = { ...ofInes, participant: { _id: 'bob', name: 'Bob Stone' }, by: rita }
const withEverything = { ...emptyJudging, calibration, conflicts: [conflict, ofInes, declaredForInes] }

test.each([
  [
    'organiser',
    true,
    ['Rita Vance with Ada King', 'Ines Duarte with Ada King', 'Ines Duarte with Bob Stone'],
    true,
  ],
  // What another admin declared for Ines is not hers to take back.
  ['reviewer', false, ['Ines Duarte with Ada King'], true],
  ['viewer', false, [], false],
] as const)('what a %s may change', async (role, mayRun, takenBack, mayDeclare) => {
  signInAs(role)
  renderScreen(() => withEverything)
  const options = within(await findCard('How projects are judged'))
  expect(options.queryByRole('button', { name: '3' }) !== null).toBe(mayRun)
  expect(options.getByRole<HTMLInputElement>('switch').disabled).toBe(!mayRun)
  expect(options.queryByText(/Only owners and organizers can change something here/) === null).toBe(mayRun)
  expect(screen.queryByRole('button', { name: 'Remove Kanban from calibration' }) !== null).toBe(mayRun)
  expect(screen.queryByRole('columnheader', { name: 'Remove' }) !== null).toBe(mayRun)
  expect(
    screen
      .queryAllByRole('button', { name: /^Remove the conflict/ })
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(takenBack.map((names) => `Remove the conflict of ${names}`))
  expect(screen.queryByRole('button', { name: 'Declare a conflict' }) !== null).toBe(mayDeclare)
})

test('the pill and the notice of the page say which figures could not be updated', async () => {
  const standings = { standings: [], moved: 0, compared: 0, position: '10', epoch: 'e1' }
  renderScreen(() => ({ ...emptyJudging, normalisedScores: true }), {
    'GET /api/admin/judging/standings': () => ({ success: true, ...standings }),
    'GET /api/admin/judging/projects': () => ({ success: true, projects: [], nextCursor: null }),
  })
  await screen.findByText('Nobody has an official rating yet.')
  expect(await refreshInVain()).toEqual(['Not updated', staleNotice])
})
