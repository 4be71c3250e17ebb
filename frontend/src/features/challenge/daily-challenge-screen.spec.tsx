// @vitest-environment happy-dom
import type { DaysResponse, OwnDay } from '@thirty/contracts/challenge/api.ts'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test } from 'vitest'
import { errorResponse, mockServer, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { ownProject } from '../../../testing/participant-fixtures.ts'
import { followCurrentDay, useCurrentDay } from '../../shared/challenge/current-day.ts'
import { clearUserData } from '../../shared/storage/user-change.ts'
import { useToasts } from '../../shared/ui/feedback/toast-store.ts'
import { DailyChallengeScreen } from './daily-challenge-screen.tsx'

const completedAt = '2025-11-20T10:00:00.000Z'
const rated = { _id: 'r1-d18-maya', projectName: 'Tomato clock', status: 'approved' } as const

/** The days of the user on day 20: days 17 and 18 have a project, and the given days are completed. */
const daysResponse = (...completedDays: number[]): DaysResponse => {
  const projects = new Map<number, OwnDay['project']>([
    [17, { ...rated, _id: 'r1-d17-maya', status: 'rejected', averageRating: 0, ratingCount: 0 }],
    [18, { ...rated, averageRating: 4.2, ratingCount: 2 }],
  ])
  return {
    success: true,
    day: 20,
    totalDays: 30,
    days: Array.from({ length: 30 }, (_, index) => ({
      day: index + 1,
      isOpen: index < 20,
      completedAt: completedDays.includes(index + 1) ? completedAt : null,
      project: projects.get(index + 1) ?? null,
    })),
    stats: {
      completed: completedDays.length,
      completedStreak: 2,
      handedIn: 2,
      approved: 1,
      streak: 1,
      totalPoints: 47.5,
      rank: 4,
      totalParticipants: 128,
    },
    position: '10',
    epoch: 'e1',
  }
}

const renderScreen = (
  projects: readonly object[] = [],
  url = '/daily-challenge',
  routes: Record<string, RouteHandler> = {},
) => {
  const requests = mockServer({
    'GET /api/projects/my-projects': () => ({ success: true, projects, counts: {} }),
    'GET /api/challenge/days': () => daysResponse(18),
    ...routes,
  })
  const router = createMemoryRouter([{ path: '*', Component: DailyChallengeScreen }], {
    initialEntries: [url],
  })
  render(<RouterProvider router={router} />)
  return { requests, url: () => router.state.location.search, navigate: router.navigate }
}
const tasks = async () => within(await screen.findByRole('list', { name: 'Tasks' })).getAllByRole('checkbox')
const checkAll = async () => {
  await tasks()
  for (const task of screen.getAllByRole('checkbox', { checked: false })) await userEvent.click(task)
}
const completeButton = () => screen.findByRole('button', { name: 'Mark Challenge as Complete' })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const openTab = async (name: string | RegExp) => userEvent.click(await screen.findByRole('tab', { name }))

/** Completes day 20 as the third day, and asserts that its badge has the focus and a toast says so. */
const completeDay20 = async () => {
  await checkAll()
  await press('Mark Challenge as Complete')
  const heading = await screen.findByRole('heading', { name: 'Day 20 complete' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByText('3 of 30 days completed')).toBeTruthy()
  expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('Day 20 complete. 3 of 30 days done.')
}

beforeEach(() => {
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), day: 20, started: true, isLoaded: true })
})

test('invites to submit a day that is open', async () => {
  renderScreen()
  expect((await screen.findByRole('link', { name: 'Submit Day 20' })).getAttribute('href')).toBe(
    '/SubmitProject?day=20',
  )
})

test('says when a later day opens', async () => {
  renderScreen([], '/daily-challenge?day=25')
  expect(await screen.findByText('Opens on day 25')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Submit Day 25' })).toBeNull()
})

test('says that a day is in and links its project instead of inviting again', async () => {
  renderScreen([ownProject(12, 'approved')], '/daily-challenge?day=12')
  expect(await screen.findByText('Day 12 is submitted')).toBeDefined()
  expect(screen.getByRole('link', { name: 'View the project' }).getAttribute('href')).toBe(
    '/project/r1-d12-maya',
  )
  expect(screen.queryByRole('link', { name: 'Submit Day 12' })).toBeNull()
})

test('shows why the project of the day was rejected, with a link to revise it', async () => {
  renderScreen([ownProject(12, 'rejected', 'The demo is down.')], '/daily-challenge?day=12')
  expect(await screen.findByText(/The demo is down\./)).toBeDefined()
  expect(screen.getAllByRole('link', { name: 'Revise day 12' })[0]?.getAttribute('href')).toBe(
    '/SubmitProject?day=12',
  )
  expect(screen.queryByRole('link', { name: 'Submit Day 12' })).toBeNull()
})

test("does not invite before the user's projects are loaded: the day may be submitted already", async () => {
  const projects = Promise.withResolvers<object>()
  renderScreen([], '/daily-challenge', { 'GET /api/projects/my-projects': () => projects.promise })
  await tasks()
  expect(screen.queryByRole('link', { name: 'Submit Day 20' })).toBeNull()
  projects.resolve({ success: true, projects: [ownProject(20, 'submitted')], counts: {} })
  expect(await screen.findByText('Day 20 is submitted')).toBeDefined()
})

test("invites although the user's projects could not be loaded: the form and the server check the day", async () => {
  renderScreen([], '/daily-challenge', { 'GET /api/projects/my-projects': networkError })
  expect(await screen.findByRole('link', { name: 'Submit Day 20' })).toBeDefined()
})

test('offers four tasks; the challenge can be completed only when all are done', async () => {
  renderScreen()
  expect(await tasks()).toHaveLength(4)
  expect((await completeButton()).hasAttribute('disabled')).toBe(true)
  expect(screen.getByText('4 tasks left')).toBeTruthy()
  await checkAll()
  expect((await completeButton()).hasAttribute('disabled')).toBe(false)
  await userEvent.click((await tasks())[0] ?? document.body)
  expect((await completeButton()).hasAttribute('disabled')).toBe(true)
  expect(screen.getByText('1 task left')).toBeTruthy()
})

test('keeps own tasks of a day, refuses blank ones, and removes one while the others stay as they are', async () => {
  renderScreen()
  await press('Add')
  expect(await screen.findByText('Task is required')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'Add your own task' }), '  Draw the icon {Enter}')
  expect(screen.getByRole('checkbox', { name: 'Draw the icon' })).toBeTruthy()
  expect(screen.getByText('5 tasks left')).toBeTruthy()
  await openTab('Your Stats')
  await openTab("Today's Challenge")
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Draw the icon' }))
  expect(screen.getByText('4 tasks left')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'Add your own task' }), 'Ask Kenji{Enter}')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ask Kenji' }))
  await press('Remove Draw the icon')
  expect(await tasks()).toHaveLength(5)
  expect(screen.getByRole('checkbox', { name: 'Ask Kenji', checked: true })).toBeTruthy()
  await press('Remove Ask Kenji')
  expect(await tasks()).toHaveLength(4)
})

test('completes a day, shows its badge with the focus, and takes it back', async () => {
  let completed = [18, 19]
  const change = (days: number[]) => {
    completed = days
    return { success: true, position: '20', day: 20, isCompleted: days.includes(20), completedDays: days }
  }
  const { requests } = renderScreen([], '/daily-challenge', {
    'GET /api/challenge/days': () => daysResponse(...completed),
    'POST /api/challenge/days/:day/complete': () => change([18, 19, 20]),
    'DELETE /api/challenge/days/:day/complete': () => change([18, 19]),
  })
  await completeDay20()
  expect(requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/challenge/days/20/complete',
  ])
  await press('Mark as not complete')
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as not complete' }))
  expect((await completeButton()).hasAttribute('disabled')).toBe(false)
})

test('shows the badge at once, also while the server is slow to say the days again', async () => {
  let loads = 0
  renderScreen([], '/daily-challenge', {
    'GET /api/challenge/days': () => {
      loads += 1
      return loads === 1 ? daysResponse(18, 19) : new Promise(() => undefined)
    },
    'POST /api/challenge/days/:day/complete': () => ({
      success: true,
      position: '20',
      day: 20,
      isCompleted: true,
      completedDays: [18, 19, 20],
    }),
  })
  await completeDay20()
  expect(loads).toBe(2)
})

test('says why a day could not be completed', async () => {
  renderScreen([], '/daily-challenge', {
    'POST /api/challenge/days/:day/complete': () =>
      errorResponse(403, 'account-pending', 'Your account is waiting for an admin'),
  })
  await checkAll()
  await press('Mark Challenge as Complete')
  expect(await screen.findByText('Your account is waiting for an admin')).toBeTruthy()
  expect((await completeButton()).hasAttribute('disabled')).toBe(false)
})

test('a day that has not started cannot be completed', async () => {
  renderScreen([], '/daily-challenge?day=25')
  await checkAll()
  expect((await completeButton()).hasAttribute('disabled')).toBe(true)
  expect(screen.getByText("This day hasn't started yet")).toBeTruthy()
})

test('before the start, every day can be completed', async () => {
  useCurrentDay.setState({ day: 1, started: false })
  renderScreen([], '/daily-challenge?day=25')
  await checkAll()
  expect((await completeButton()).hasAttribute('disabled')).toBe(false)
})

test('a completed day can be completed again only after it was taken back', async () => {
  renderScreen([], '/daily-challenge?day=18')
  expect(await screen.findByRole('heading', { name: 'Day 18 complete' })).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Tasks' })).toBeNull()
})

test('the week shows which days are done, which is today and which are closed', async () => {
  renderScreen()
  await tasks()
  const week = within(screen.getByRole('heading', { name: 'This week' }).closest('section') ?? document.body)
  expect(week.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Day 18.*Completed$/),
    expect.stringMatching(/^Day 19[^T]*$/),
    expect.stringMatching(/^Day 20.*Today$/),
    expect.stringMatching(/^Day 21.*Opens on day 21$/),
    expect.stringMatching(/^Day 22.*Opens on day 22$/),
  ])
})

test('the week marks the day whose brief is shown, which may be another one than today', async () => {
  renderScreen([], '/daily-challenge?day=19')
  await tasks()
  const week = within(screen.getByRole('heading', { name: 'This week' }).closest('section') ?? document.body)
  expect(week.getByRole('link', { current: true }).textContent).toMatch(/^Day 19/)
})

test('a day whose project was rejected is not done', async () => {
  useCurrentDay.setState({ day: 19 })
  renderScreen()
  await tasks()
  const week = within(screen.getByRole('heading', { name: 'This week' }).closest('section') ?? document.body)
  const [rejected, completed] = week.getAllByRole('listitem').map((item) => item.textContent)
  expect(completed).toMatch(/^Day 18.*Completed$/)
  expect(rejected).toMatch(/^Day 17/)
  expect(rejected).not.toMatch(/(Completed|Submitted)$/)
})

test('the tabs show the same days, which are loaded once', async () => {
  const { requests } = renderScreen()
  await tasks()
  await openTab(/^Past Challenges/)
  expect(await screen.findByRole('list', { name: 'Past Challenges' })).toBeTruthy()
  await openTab('Your Stats')
  expect(await screen.findByText('Completed days')).toBeTruthy()
  await openTab("Today's Challenge")
  await tasks()
  expect(requests.filter(({ path }) => path === '/api/challenge/days')).toHaveLength(1)
})

test('lists past challenges, latest first, with their state and their brief', async () => {
  const { url } = renderScreen()
  await openTab('Past Challenges 19')
  expect(url()).toBe('?tab=past')
  const rows = within(await screen.findByRole('list', { name: 'Past Challenges' })).getAllByRole('listitem')
  expect(rows).toHaveLength(19)
  expect(rows[0]?.textContent).toMatch(/^Day 19.*Not submitted$/)
  expect(rows[1]?.textContent).toMatch(/^Day 18.*CompletedScore 4\.2$/)
  expect(rows[2]?.textContent).toMatch(/^Day 17.*Rejected$/)
  await press('Realtime poll')
  expect(screen.getByRole('heading', { name: 'Requirements' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Submit Day 19' }).getAttribute('href')).toBe(
    '/SubmitProject?day=19',
  )
})

test('past challenges show the verdict, also on days that are marked as completed', async () => {
  const rejected = {
    ...ownProject,
    _id: 'r1-d17-maya',
    day: 17,
    status: 'rejected',
    rejectionReason: 'The link is broken',
  }
  renderScreen([rejected], '/daily-challenge?tab=past')
  const rows = within(await screen.findByRole('list', { name: 'Past Challenges' })).getAllByRole('listitem')
  expect(rows[1]?.textContent).toMatch(/^Day 18.*ApprovedCompletedScore 4\.2$/)
  await waitFor(() => expect(rows[2]?.textContent).toContain('Rejected: The link is broken'))
  await press(challengeBrief(17).title)
  expect(screen.getByText(/was rejected/)).toBeTruthy()
})

test('a project that nobody reviewed is pending at the end of the challenge', async () => {
  const days = daysResponse()
  renderScreen([], '/daily-challenge?tab=past', {
    'GET /api/challenge/days': () => ({
      ...days,
      days: days.days.map((own) =>
        own.day === 18 && own.project ? { ...own, project: { ...own.project, status: 'submitted' } } : own,
      ),
    }),
  })
  useCurrentDay.setState({ ended: true })
  expect(await screen.findByText('Pending at the end')).toBeTruthy()
})

test('there are no past challenges before the start', async () => {
  useCurrentDay.setState({ day: 1, started: false })
  renderScreen([], '/daily-challenge?tab=past')
  expect(await screen.findByText('No past challenges yet')).toBeTruthy()
  expect(screen.getByText("The challenge hasn't started. Until then, every day is open.")).toBeTruthy()
})

test('shows the statistics of the user and of the challenge', async () => {
  renderScreen([], '/daily-challenge?tab=stats')
  expect((await screen.findByText('Completed days')).parentElement?.textContent).toContain(
    '1 of 30Current streak: 2 days',
  )
  expect(screen.getByText('Projects').parentElement?.textContent).toContain('21 approved')
  expect(screen.getByText('Points').parentElement?.textContent).toContain('47.5rank 4 of 128')
  const facts = screen.getAllByRole('definition').map((fact) => fact.textContent)
  expect(facts).toEqual(['19', '11', '2', '63%'])
})

test.each(['past', 'stats'])('the tab %s says that the days are loading, or failed to load', async (tab) => {
  renderScreen([], `/daily-challenge?tab=${tab}`, {
    'GET /api/challenge/days': () => new Promise(() => undefined),
  })
  expect(screen.getByText(/^Loading/)).toBeTruthy()
  clearUserData()
  mockServer({ 'GET /api/challenge/days': networkError })
  expect(await screen.findByText('Failed to load your days')).toBeTruthy()
  mockServer({ 'GET /api/challenge/days': () => daysResponse(18) })
  await press('Retry')
  await waitFor(() => expect(screen.queryByText('Failed to load your days')).toBeNull())
  expect(await screen.findByText(tab === 'past' ? 'Realtime poll' : 'Completed days')).toBeTruthy()
})

test('waits for the current day, and shows a day in the URL meanwhile', async () => {
  useCurrentDay.setState(useCurrentDay.getInitialState())
  const { navigate } = renderScreen()
  expect(screen.getByRole('tab', { name: 'Past Challenges' })).toBeTruthy()
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  await act(() => navigate('/daily-challenge?day=12'))
  expect(await screen.findByRole('heading', { level: 2, name: challengeBrief(12).title })).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Tasks' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Submit Day 12' })).toBeNull()
  act(() => useCurrentDay.setState({ day: 20, started: true, isLoaded: true }))
  expect(await tasks()).toHaveLength(4)
  expect(screen.getByRole('link', { name: 'Submit Day 12' })).toBeTruthy()
})

test('waits for the current day with the statistics, which say how far the challenge is', async () => {
  useCurrentDay.setState(useCurrentDay.getInitialState())
  const { requests } = renderScreen([], '/daily-challenge?tab=stats')
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/challenge/days')).toBe(true))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.queryByText('Completed days')).toBeNull()
  act(() => useCurrentDay.setState({ day: 20, started: true, isLoaded: true }))
  expect(await screen.findByText('Completed days')).toBeTruthy()
})

test('shows no day while the current one is unknown, also if it could not be loaded', async () => {
  useCurrentDay.setState(useCurrentDay.getInitialState())
  renderScreen([], '/daily-challenge', {
    'GET /api/challenge/current-day': () => errorResponse(404, 'not-found', 'Not found'),
  })
  const stop = followCurrentDay()
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.queryByRole('list', { name: 'Tasks' })).toBeNull()
  expect(screen.queryByText(/^Day \d/)).toBeNull()
  stop()
})

test('the tasks are there although the days could not be loaded', async () => {
  renderScreen([], '/daily-challenge', { 'GET /api/challenge/days': networkError })
  expect(await tasks()).toHaveLength(4)
})
