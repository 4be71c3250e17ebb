// @vitest-environment happy-dom
import type { OwnJudgingResponse } from '@thirty/contracts/api/admin/judging.ts'
import type { ReactNode } from 'react'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { applause, adminBoardResponse, chloeRow, ines } from '../../../testing/admin-fixtures.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler, ReceivedRequest } from '../../../testing/mock-server.ts'
import { useToasts } from '../../shared/ui/feedback/toast-store.ts'
import { useSession } from '../../shared/session/session.ts'
import { RateProjectScreen } from './rate-project-screen.tsx'

const rated = { success: true, position: '12', average: 3.4, averageRating: 3.4, ratingCount: 1 }

const noClaims = () => ({ success: true, claims: [], version: 1, at: new Date().toISOString() })

const ownJudging = (
  project: Partial<NonNullable<OwnJudgingResponse['project']>> = {},
  rest: Partial<OwnJudgingResponse> = {},
): OwnJudgingResponse => ({
  success: true,
  wantedRatings: 1,
  calibration: { rated: 0, total: 0, next: null },
  project: {
    projectId: 'applause',
    ratingCount: 0,
    isRatedByMe: false,
    isCalibration: false,
    conflict: null,
    ...project,
  },
  position: '10',
  epoch: 'e1',
  ...rest,
})
let settingsLoaded = Promise.withResolvers<{ element: ReactNode }>()
beforeEach(() => void (settingsLoaded = Promise.withResolvers()))

const renderScreen = (
  routes: Record<string, RouteHandler> = {},
  address = '/admin/rate-project/applause',
) => {
  const requests: ReceivedRequest[] = mockServer({
    'GET /api/ratings/project/:id/mine': () => ({ success: true, rating: null }),
    'GET /api/projects/:id': () => ({ success: true, project: applause }),
    'GET /api/leaderboard/leaderboard': () => adminBoardResponse([chloeRow]),
    'POST /api/ratings/submit': () => rated,
    'GET /api/admin/claims': noClaims,
    'GET /api/admin/judging/mine': () => ownJudging(),
    'PUT /api/admin/claims/:projectId': noClaims,
    'DELETE /api/admin/claims': noClaims,
    ...routes,
  })
  const router = createMemoryRouter(
    [
      { path: '/admin/rate-project/:projectId', Component: RateProjectScreen },
      { path: '/admin/users/:userId/projects/:projectId/rate', Component: RateProjectScreen },
      { path: '/admin/settings', lazy: () => settingsLoaded.promise },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  )
  render(<RouterProvider router={router} />)
  return { requests, router }
}

const setStars = async (criterion: string, count: number) => {
  const group = await screen.findByRole('radiogroup', { name: criterion })
  fireEvent.keyDown(group, { key: String(count) })
}
const rateFour = async () => {
  await setStars('Functionality', 5)
  for (const criterion of ['Design', 'Creativity', 'Code Quality']) await setStars(criterion, 4)
}
const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Submit/ })

afterEach(() => void vi.useRealTimers())

test('a rating cannot be submitted until a criterion is rated, and a hint says so', async () => {
  renderScreen()
  expect((await submit()).disabled).toBe(true)
  expect(screen.getByText('Please provide ratings for at least one criterion')).toBeTruthy()
  await setStars('Design', 4)
  expect((await submit()).disabled).toBe(false)
  expect(screen.queryByText('Please provide ratings for at least one criterion')).toBeNull()
})

const ownRating = {
  criteria: { functionality: 5, design: 4, innovation: 4, codeQuality: 4, completeness: 0 },
  average: 3.4,
  feedback: 'Clean work.',
  createdAt: '2026-11-20T10:00:00.000Z',
}
const withOwnRating = { 'GET /api/ratings/project/:id/mine': () => ({ success: true, rating: ownRating }) }

test('begins with the earlier rating of the admin and says that it is replaced', async () => {
  renderScreen(withOwnRating)
  expect(await screen.findByDisplayValue('Clean work.')).toBeTruthy()
  expect(screen.getByText('rated 4 of 5 criteria').parentElement?.textContent).toContain('3.4/5')
  expect(screen.getByText(/^You rated this project/).textContent).toContain('replaces')
  expect((await submit()).disabled).toBe(false)
})

test('begins with a rating that was given since the screen was last open', async () => {
  renderScreen()
  await submit()
  cleanup()
  await new Promise((resolve) => setTimeout(resolve))
  renderScreen(withOwnRating)
  expect(await screen.findByDisplayValue('Clean work.')).toBeTruthy()
})

test('updates the score with the stars and says how many criteria it is based on', async () => {
  renderScreen()
  await rateFour()
  expect(screen.getByText('rated 4 of 5 criteria').parentElement?.textContent).toContain('3.4/5')
  expect(screen.getByText('Usability counts as 0 until you rate it.')).toBeTruthy()
  await setStars('Usability', 3)
  expect(screen.queryByText(/of 5 criteria/)).toBeNull()
})

test('sends the rating with its feedback and redirects after 2.5 seconds', async () => {
  const { requests, router } = renderScreen()
  await rateFour()
  await userEvent.type(
    screen.getByPlaceholderText('Provide constructive feedback about this project...'),
    'Clean work.',
  )
  vi.useFakeTimers()
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Submit Rating' }))
    await vi.advanceTimersByTimeAsync(0)
  })
  expect(requests.findLast(({ method }) => method === 'POST')?.body).toEqual({
    projectId: 'applause',
    criteria: { functionality: 5, design: 4, innovation: 4, codeQuality: 4, completeness: 0 },
    feedback: 'Clean work.',
  })
  expect(screen.getByText('Rating Submitted Successfully!')).toBeTruthy()
  expect(screen.getByText('3.4')).toBeTruthy()
  expect(screen.getByText('Redirecting to the submissions page...')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(2499))
  expect(router.state.location.pathname).toBe('/admin/rate-project/applause')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(router.state.location.pathname).toBe('/admin/users/chloe/projects')
})

test('after the rating, links lead to the projects of the user and back to the submissions', async () => {
  const { router } = renderScreen()
  await setStars('Design', 4)
  await userEvent.click(await submit())
  expect((await screen.findByRole('link', { name: 'Go there now' })).getAttribute('href')).toBe(
    '/admin/users/chloe/projects',
  )
  await userEvent.click(screen.getByRole('link', { name: 'Back to submissions' }))
  expect(router.state.location.pathname).toBe('/admin/submissions')
})

test('shows on the button that the rating is being submitted', async () => {
  const { promise: response, resolve: respond } = Promise.withResolvers<unknown>()
  renderScreen({ 'POST /api/ratings/submit': () => response })
  await setStars('Design', 4)
  await userEvent.click(await submit())
  expect((await submit()).textContent).toContain('Submitting...')
  expect((await submit()).disabled).toBe(true)
  respond(rated)
  expect(await screen.findByText('Rating Submitted Successfully!')).toBeTruthy()
})

test('keeps the stars after a failure and says why', async () => {
  renderScreen({ 'POST /api/ratings/submit': networkError })
  await rateFour()
  await userEvent.click(await submit())
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to submit rating. Please try again.')
  expect(screen.getByText('rated 4 of 5 criteria')).toBeTruthy()
})

test('prefers the message of the server', async () => {
  renderScreen({
    'POST /api/ratings/submit': () => errorResponse(403, 'own-project', 'You cannot rate your own project'),
  })
  await setStars('Design', 4)
  await userEvent.click(await submit())
  expect((await screen.findByRole('alert')).textContent).toBe('You cannot rate your own project')
})

test('offers to go back to the projects when the project does not exist', async () => {
  renderScreen({
    'GET /api/projects/:id': () => errorResponse(404, 'project-not-found', 'Project Not Found'),
  })
  expect(await screen.findByRole('heading', { name: 'Project Not Found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Projects' }).getAttribute('href')).toBe(
    '/admin/submissions',
  )
})

test("leads back to the user's projects when opened from there", async () => {
  renderScreen({}, '/admin/users/chloe/projects/applause/rate')
  expect((await screen.findByRole('link', { name: 'Back to Projects' })).getAttribute('href')).toBe(
    '/admin/users/chloe/projects',
  )
})

test('does not offer to rate a rejected project', async () => {
  renderScreen({
    'GET /api/projects/:id': () => ({ success: true, project: { ...applause, status: 'rejected' } }),
  })
  expect(await screen.findByText("Rejected projects can't be rated.")).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Submit Rating' })).toBeNull()
})

test('shows a participant without a name as an unknown student', async () => {
  const user = { ...applause.user, fullName: '', username: null }
  renderScreen({ 'GET /api/projects/:id': () => ({ success: true, project: { ...applause, user } }) })
  await waitFor(() => expect(screen.getByText('Unknown Student')).toBeTruthy())
})

test('shows the rating of another admin beside the own one, which can be submitted all the same', async () => {
  const change = {
    what: 'rated',
    by: 'tobias',
    byName: 'Tobias Kern',
    at: new Date(Date.now() - 120_000).toISOString(),
    average: 4.2,
    version: '30',
  }
  let answers = 0
  const { requests } = renderScreen({
    'GET /api/projects/:id': () => ({ success: true, project: { ...applause, version: '20' } }),
    'POST /api/ratings/submit': () =>
      ++answers === 1
        ? Response.json(
            { success: false, code: 'changed-meanwhile', message: 'Another admin rated it', change },
            { status: 409 },
          )
        : rated,
  })
  await rateFour()
  await userEvent.click(await submit())
  const dialog = await screen.findByRole('alertdialog', { name: 'Another admin rated Applause' })
  expect(dialog.textContent).toContain('Tobias Kern rated it 4.2 out of 5, 2 min ago.')
  expect(dialog.textContent).toContain('Rate 3.4')
  await userEvent.click(screen.getByRole('button', { name: 'Submit my rating too' }))
  expect(await screen.findByText('Rating Submitted Successfully!')).toBeTruthy()
  const ratings = requests.filter(({ path }) => path === '/api/ratings/submit')
  expect(ratings.map(({ body }) => body)).toMatchObject([{ version: '20' }, { version: '30' }])
})

test('the key N goes on to the longest waiting unrated project, and says when there is none', async () => {
  const next = { success: true, projectId: 'tally', unrated: 2, open: 0 }
  const { requests, router } = renderScreen({ 'GET /api/admin/next-unrated': () => next })
  await submit()
  fireEvent.keyDown(document.body, { key: 'n' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/rate-project/tally'))
  expect(requests.find(({ path }) => path === '/api/admin/next-unrated')?.query.get('except')).toBe(
    'applause',
  )
})

test('N asks before it leaves a rating that was not submitted, and does nothing behind that question', async () => {
  const next = { success: true, projectId: 'tally', unrated: 2, open: 0 }
  const { requests, router } = renderScreen({ 'GET /api/admin/next-unrated': () => next })
  const asked = () => requests.filter(({ path }) => path === '/api/admin/next-unrated')
  await setStars('Design', 4)
  fireEvent.keyDown(document.body, { key: 'n' })
  const question = { name: 'Leave without submitting your rating?' }
  expect(await screen.findByRole('alertdialog', question)).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'n' })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(asked()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: /^Next unrated/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/rate-project/tally'))
  expect(asked()).toHaveLength(1)
})

test('stays on the screen that was opened while the next project was being found', async () => {
  const { promise: next, resolve: respond } = Promise.withResolvers<unknown>()
  const { router } = renderScreen({ 'GET /api/admin/next-unrated': () => next })
  await submit()
  fireEvent.keyDown(document.body, { key: 'n' })
  await act(() => router.navigate('/admin/submissions'))
  respond({ success: true, projectId: 'tally', unrated: 2, open: 0 })
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(router.state.location.pathname).toBe('/admin/submissions')
})

test('N after a rating goes on without a question and stops the redirect, however long the next one takes', async () => {
  const { promise: next, resolve: respond } = Promise.withResolvers<unknown>()
  const { router } = renderScreen({ 'GET /api/admin/next-unrated': () => next })
  await setStars('Design', 4)
  vi.useFakeTimers()
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Submit Rating' }))
    await vi.advanceTimersByTimeAsync(0)
  })
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByText('Redirecting to the submissions page...')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(router.state.location.pathname).toBe('/admin/rate-project/applause')
  respond({ success: true, projectId: 'tally', unrated: 2, open: 0 })
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(router.state.location.pathname).toBe('/admin/rate-project/tally')
})

test('shows which admin has the project open, too', async () => {
  const { requests } = renderScreen({
    'GET /api/admin/claims': () => ({
      success: true,
      version: 9_000_000_000_000_000,
      at: new Date().toISOString(),
      claims: [
        {
          projectId: 'applause',
          by: { _id: 'tobias', fullName: 'Tobias Kern' },
          since: new Date(Date.now() - 200_000).toISOString(),
          until: new Date(Date.now() + 420_000).toISOString(),
        },
      ],
    }),
  })
  await submit()
  expect((await screen.findByText(/has had this project open/)).textContent).toBe(
    'Tobias Kern has had this project open for 3 minutes.',
  )
  // Not the minutes, which would be spoken again with each change.
  expect(screen.getByText('is reviewing', { exact: false }).closest('[role=status]')?.textContent).toBe(
    'Tobias Kern is reviewing ',
  )
  await waitFor(() =>
    expect(
      requests.some(({ method, path }) => method === 'PUT' && path === '/api/admin/claims/applause'),
    ).toBe(true),
  )
})

type OwnConflict = NonNullable<OwnJudgingResponse['project']>['conflict']
const declaredAt = '2026-01-05T12:00:00.000Z'
const withJudging = (response: OwnJudgingResponse) => ({ 'GET /api/admin/judging/mine': () => response })

test('an admin with a conflict of interest sees why there is no form, and takes it back', async () => {
  let conflict: OwnConflict = { reason: 'work', at: declaredAt, by: null }
  const { requests } = renderScreen({
    'GET /api/admin/judging/mine': () => ownJudging({ conflict }),
    'DELETE /api/admin/judging/conflicts': () => {
      conflict = null
      return { success: true, position: '11' }
    },
  })
  expect(await screen.findByText(/You can't rate the projects of/)).toBeTruthy()
  expect(screen.getByText(/Work together/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Submit Rating' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Take back' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take back' }))
  expect(await submit()).toBeTruthy()
  expect(requests.find(({ method }) => method === 'DELETE')).toMatchObject({ body: { participant: 'chloe' } })
})

test('an admin declares a conflict of interest with the participant, after a confirmation', async () => {
  let conflict: OwnConflict = null
  const { requests } = renderScreen({
    'GET /api/admin/judging/mine': () => ownJudging({ conflict }),
    'POST /api/admin/judging/conflicts': () => {
      conflict = { reason: null, at: declaredAt, by: null }
      return { success: true, position: '11' }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Declare a conflict' }))
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Declare a conflict' }),
  )
  expect(await screen.findByText(/You can't rate the projects of/)).toBeTruthy()
  expect(requests.find(({ path }) => path === '/api/admin/judging/conflicts')?.body).toEqual({
    participant: 'chloe',
  })
})

test('says how many of the wanted ratings there are, without what the others gave', async () => {
  renderScreen(withJudging(ownJudging({ ratingCount: 2 }, { wantedRatings: 3 })))
  expect(await screen.findByText('2 of 3 ratings')).toBeTruthy()
  expect(screen.getByText('You see the ratings of the others once you have rated it yourself.')).toBeTruthy()
  // The colours of the days say how this project was rated.
  expect(screen.queryByText(/so far/)).toBeNull()
})

test('shows the days of the participant to an admin who has rated the project', async () => {
  renderScreen(withJudging(ownJudging({ ratingCount: 2, isRatedByMe: true }, { wantedRatings: 3 })))
  expect(await screen.findByText(/so far/)).toBeTruthy()
  expect(screen.queryByText('You see the ratings of the others once you have rated it yourself.')).toBeNull()
})

test('asks for the calibration projects first, with the progress and the next one', async () => {
  const calibration = { rated: 2, total: 5, next: 'kanban' }
  renderScreen(withJudging(ownJudging({}, { calibration })))
  expect(await screen.findByText(/You have rated 2 of 5 calibration projects/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Rate the next one' }).getAttribute('href')).toBe(
    '/admin/rate-project/kanban',
  )
})

test('an admin uses the project for calibration, and removes it again', async () => {
  let isCalibration = false
  const change = (next: boolean) => () => {
    isCalibration = next
    return { success: true, position: '11' }
  }
  renderScreen({
    'GET /api/admin/judging/mine': () => ownJudging({ isCalibration }),
    'PUT /api/admin/judging/calibration/:id': change(true),
    'DELETE /api/admin/judging/calibration/:id': change(false),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Use for calibration' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove from calibration' }))
  expect(await screen.findByRole('button', { name: 'Use for calibration' })).toBeTruthy()
})

test('says that nothing is left for this admin while others still have to rate', async () => {
  renderScreen({
    'GET /api/admin/next-unrated': () => ({ success: true, projectId: null, unrated: 4, open: 0 }),
  })
  await submit()
  await userEvent.click(screen.getByRole('button', { name: /Next unrated/ }))
  // The toasts are shown outside of this screen.
  await waitFor(() =>
    expect(useToasts.getState().toasts.at(-1)?.text).toBe('No other project needs a rating from you'),
  )
})

test('a viewer sees the rating screen without being able to rate, and claims nothing', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'viewer' } } })
  onTestFinished(() => useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } }))
  const { requests } = renderScreen()
  expect(await screen.findByText(/Your role is Viewer\./)).toBeTruthy()
  await setStars('Design', 4)
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Feedback' }).disabled).toBe(true)
  expect(screen.queryByText('4.0')).toBeNull()
  cleanup()
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('the redirect after a rating does not replace a screen that is still loading', async () => {
  const { router } = renderScreen()
  await rateFour()
  vi.useFakeTimers()
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Submit Rating' }))
    await vi.advanceTimersByTimeAsync(0)
  })
  expect(screen.getByText('Rating Submitted Successfully!')).toBeTruthy()
  await act(async () => void router.navigate('/admin/settings'))
  await act(() => vi.advanceTimersByTimeAsync(2500))
  await act(async () => settingsLoaded.resolve({ element: <p>settings</p> }))
  await act(() => vi.advanceTimersByTimeAsync(2500))
  expect(router.state.location.pathname).toBe('/admin/settings')
  expect(screen.getByText('settings')).toBeTruthy()
})

test.each([
  ['organiser', true, true],
  ['reviewer', false, true],
  ['viewer', false, false],
] as const)('a %s has the buttons of the role besides the stars', async (role, mayCalibrate, mayDeclare) => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role } } })
  onTestFinished(() => useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } }))
  renderScreen(withJudging(ownJudging({ ratingCount: 2 }, { wantedRatings: 3 })))
  await screen.findByText('2 of 3 ratings')
  expect(screen.queryByRole('button', { name: 'Use for calibration' }) !== null).toBe(mayCalibrate)
  expect(screen.queryByRole('button', { name: 'Declare a conflict' }) !== null).toBe(mayDeclare)
})

test('a viewer who had a conflict as a reviewer sees it and cannot take it back', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'viewer' } } })
  onTestFinished(() => useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } }))
  renderScreen(withJudging(ownJudging({ conflict: { reason: 'work', at: declaredAt, by: null } })))
  expect(await screen.findByText(/You can't rate the projects of/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull()
})

test.each([
  ['organiser', true],
  ['reviewer', false],
] as const)(
  'a %s can take back a conflict that another admin declared for them: %s',
  async (role, isOffered) => {
    useSession.setState({ session: { kind: 'admin', user: { ...ines, role } } })
    onTestFinished(() => useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } }))
    const by = { _id: 'olga', name: 'Olga Ost' }
    renderScreen(withJudging(ownJudging({ conflict: { reason: 'work', at: declaredAt, by } })))
    expect(await screen.findByText(/declared by Olga Ost/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Take back' }) !== null).toBe(isOffered)
  },
)
