// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ines, quickShow } from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler } from '../../../testing/mock-server.ts'
import { maya, ownProject } from '../../../testing/participant-fixtures.ts'
import { useSession } from '../../shared/session/session.ts'
import { clearUserData } from '../../shared/storage/user-data.ts'
import { useToasts } from '../../shared/ui/feedback/toast-store.ts'
import { ProjectScreen } from './project-screen.tsx'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))

const pulse = {
  ...quickShow,
  _id: 'r1-d19-chloe',
  averageRating: 4.6,
  ratingCount: 5,
  likes: 2,
  comments: 1,
  views: 30,
  likedByMe: false,
}
const comment = {
  id: 'c1',
  text: 'Works on my phone.',
  createdAt: '2025-11-20T10:30:00.000Z',
  author: { _id: 'kenji', name: 'Kenji Watanabe', avatar: null },
  mine: false,
  mayRemove: false,
}
const log = { position: '10', epoch: 'e1' }
const stamp = { position: '11', epoch: 'e1', at: '2025-11-20T11:00:00.000Z' }
const projectResponse = (project: object = pulse) => ({ success: true, project, ...log })
const commentsResponse = (comments: object[] = [comment]) => ({
  success: true,
  comments,
  count: comments.length,
  nextCursor: null,
  ...log,
})

const renderScreen = (routes: Record<string, RouteHandler> = {}, from?: string) => {
  const requests = mockServer({
    'GET /api/projects/:id': () => projectResponse(),
    'GET /api/projects/:id/comments': () => commentsResponse(),
    'GET /api/ratings/project/:id/mine': () => ({ success: true, rating: null }),
    'POST /api/projects/:id/view': () => ({ success: true, position: '10' }),
    'POST /api/ratings/submit': () => ({
      success: true,
      position: '12',
      average: 3.4,
      averageRating: 4.4,
      ratingCount: 6,
    }),
    ...routes,
  })
  const router = createMemoryRouter(
    [
      { path: '/project/:projectId', Component: ProjectScreen },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [{ pathname: '/project/r1-d19-chloe', ...(from && { state: { from } }) }] },
  )
  render(<RouterProvider router={router} />)
  return { requests, router }
}
const stars = (criterion: string | RegExp) => screen.findByRole('radiogroup', { name: criterion })
const setStars = async (criterion: string, count: number) =>
  fireEvent.keyDown(await stars(criterion), { key: String(count) })
const rateFour = async () => {
  for (const criterion of ['Functionality', 'Design', 'Creativity', 'Code quality'])
    await setStars(criterion, 4)
}
const submitButton = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Submit/ })
const toastText = () => useToasts.getState().toasts.at(-1)?.text

beforeEach(() => {
  localStorage.clear()
  clearUserData()
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  useSession.setState({ session: { kind: 'user', user: maya } })
})
afterEach(() => void vi.useRealTimers())

test('shows the project with its facts, links and current rating, and counts the view', async () => {
  const { requests } = renderScreen()
  expect(screen.getByText('Loading')).toBeDefined()
  expect(await screen.findByRole('heading', { level: 1, name: 'Quick show' })).toBeDefined()
  expect(screen.getByText('Chloé Bernard')).toBeDefined()
  expect(screen.getByText('Day').parentElement?.textContent).toBe('Day 19')
  expect(screen.getByText('30 views')).toBeDefined()
  expect(screen.getByRole('list', { name: 'Languages' }).textContent).toBe('JavaScriptCSS')
  expect(screen.getByRole('link', { name: 'Open live' }).getAttribute('href')).toBe(pulse.liveLink)
  expect(screen.getByRole('link', { name: 'Repository' }).getAttribute('href')).toBe(pulse.repoLink)
  const rating = screen.getByRole('link', { name: /5 ratings/ })
  expect(rating.textContent).toContain('4.6')
  expect(rating.getAttribute('href')).toBe('/projects/r1-d19-chloe/ratings')
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/view'))).toBe(true))
})

test('says that there is no such project, and leads back', async () => {
  renderScreen({
    'GET /api/projects/:id': () => errorResponse(404, 'project-not-found', 'Project Not Found'),
  })
  expect(await screen.findByRole('heading', { name: 'Project Not Found' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to Leaderboard' }).getAttribute('href')).toBe('/leaderboard')
})

test('says that loading failed, and tries again', async () => {
  let respond: RouteHandler = networkError
  renderScreen({ 'GET /api/projects/:id': (...request) => respond(...request) })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to load project data')
  expect(alert.textContent).toContain('Unable to load project information. Please try again later.')
  respond = () => projectResponse()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Quick show' })).toBeDefined()
})

test('the rating can be submitted once all four criteria have stars', async () => {
  renderScreen()
  expect((await submitButton()).disabled).toBe(true)
  expect(screen.getByText('Rate functionality, design, creativity, and code quality to submit')).toBeDefined()
  for (const criterion of ['Functionality', 'Design', 'Creativity']) await setStars(criterion, 4)
  expect(screen.getByText('Rate code quality to submit')).toBeDefined()
  expect((await submitButton()).disabled).toBe(true)
  await setStars('Code quality', 3)
  expect((await submitButton()).disabled).toBe(false)
})

const shownStars = async (criterion: string) =>
  (await stars(criterion)).querySelector<HTMLInputElement>('input:checked')?.value

test('overall starts at the mean of the other criteria and moves with them until it is set', async () => {
  const { requests } = renderScreen()
  expect(await shownStars('Overall')).toBeUndefined()
  await setStars('Functionality', 5)
  expect(await shownStars('Overall')).toBe('5')
  await setStars('Design', 2)
  expect(await shownStars('Overall')).toBe('4')
  await setStars('Creativity', 2)
  await setStars('Code quality', 3)
  expect(await shownStars('Overall')).toBe('3')
  await setStars('Overall', 5)
  await setStars('Functionality', 1)
  expect(await shownStars('Overall')).toBe('5')
  await userEvent.click(await submitButton())
  await screen.findByRole('heading', { name: 'Thank You!' })
  expect(requests.find(({ path }) => path === '/api/ratings/submit')?.body).toMatchObject({
    criteria: { completeness: 5 },
  })
})

test('overall returns to the mean on request, and what is shown is sent', async () => {
  const { requests } = renderScreen()
  await rateFour()
  await setStars('Overall', 1)
  await userEvent.click(screen.getByRole('button', { name: 'Use the mean (4 stars)' }))
  expect(await shownStars('Overall')).toBe('4')
  expect((await stars('Overall')).contains(document.activeElement)).toBe(true)
  expect(screen.queryByRole('button', { name: /^Use the mean/ })).toBeNull()
  await userEvent.click(await submitButton())
  await screen.findByRole('heading', { name: 'Thank You!' })
  expect(requests.find(({ path }) => path === '/api/ratings/submit')?.body).toMatchObject({
    criteria: { completeness: 4 },
  })
})

test('pressing the proposed star sets it: it no longer moves', async () => {
  renderScreen()
  await rateFour()
  await userEvent.click((await stars('Overall')).querySelector('input:checked')!)
  await setStars('Design', 1)
  await setStars('Functionality', 1)
  expect(await shownStars('Overall')).toBe('4')
})

test.each([
  [4, 'moves with', '3'],
  [5, 'keeps', '5'],
])(
  'an earlier rating with %i stars overall %s the mean of the four',
  async (completeness, _what, expected) => {
    const criteria = { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness }
    const rating = {
      id: 'r',
      official: false,
      criteria,
      average: 4,
      feedback: '',
      createdAt: '2025-11-19T09:12:00.000Z',
    }
    renderScreen({ 'GET /api/ratings/project/:id/mine': () => ({ success: true, rating }) })
    expect(await shownStars('Overall')).toBe(String(completeness))
    for (const criterion of ['Functionality', 'Design']) await setStars(criterion, 2)
    expect(await shownStars('Overall')).toBe(expected)
  },
)

test('sends the rating, says thank you, and goes back to the leaderboard after two seconds', async () => {
  const { requests, router } = renderScreen({}, '/leaderboard?sort=streak')
  await rateFour()
  await userEvent.type(screen.getByRole('textbox', { name: /^Comment/ }), 'Neat.')
  vi.useFakeTimers()
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Submit Rating' }))
    await vi.advanceTimersByTimeAsync(0)
  })
  expect(requests.at(-1)?.body).toEqual({
    projectId: 'r1-d19-chloe',
    criteria: { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness: 4 },
    feedback: 'Neat.',
  })
  expect(screen.getByRole('heading', { name: 'Thank You!' })).toBeDefined()
  expect(screen.getByRole('link', { name: /6 ratings/ }).textContent).toContain('4.4')
  await act(() => vi.advanceTimersByTimeAsync(1999))
  expect(router.state.location.pathname).toBe('/project/r1-d19-chloe')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(router.state.location.pathname + router.state.location.search).toBe('/leaderboard?sort=streak')
})

test('a user who stays is not sent away, and finds the rating in the form', async () => {
  let rating: object | null = null
  const { router } = renderScreen({
    'GET /api/ratings/project/:id/mine': () => ({ success: true, rating }),
  })
  await rateFour()
  vi.useFakeTimers()
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Submit Rating' }))
    await vi.advanceTimersByTimeAsync(0)
  })
  rating = {
    id: 'r1',
    official: false,
    criteria: { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness: 0 },
    average: 3.2,
    feedback: 'Neat.',
    createdAt: '2025-11-20T11:00:00.000Z',
  }
  fireEvent.click(screen.getByRole('button', { name: 'Stay here' }))
  expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Rating' }))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(router.state.location.pathname).toBe('/project/r1-d19-chloe')
  expect(screen.getByDisplayValue('Neat.')).toBeDefined()
  expect(screen.getByText(/^You rated this project/).textContent).toContain('replaces')
})

test('keeps the stars after a failure and says why', async () => {
  renderScreen({ 'POST /api/ratings/submit': networkError })
  await rateFour()
  await userEvent.click(await submitButton())
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to submit rating. Please try again.')
  expect(within(await stars('Design')).getByRole<HTMLInputElement>('radio', { name: /^4/ }).checked).toBe(
    true,
  )
})

test('nobody rates their own project, and opening it is no view', async () => {
  const own = { ...ownProject(18, 'approved'), _id: 'r1-d19-chloe' }
  const { requests } = renderScreen({ 'GET /api/projects/:id': () => projectResponse(own) })
  expect(await screen.findByText("You can't rate your own project.")).toBeDefined()
  expect(screen.queryByRole('radiogroup')).toBeNull()
  expect(screen.getByRole('link', { name: 'View Feedback' })).toBeDefined()
  await screen.findByText('Works on my phone.')
  expect(requests.some(({ path }) => path.endsWith('/view'))).toBe(false)
})

test('an admin reads a project without rating it here or counting as a view, and deletes what others wrote', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'reviewer' } } })
  const { requests } = renderScreen({
    'GET /api/projects/:id/comments': () => commentsResponse([{ ...comment, mayRemove: true }]),
    'DELETE /api/projects/:id/comments/:comment': () => ({
      success: true,
      ...stamp,
      message: '',
      comments: 0,
    }),
  })
  expect((await screen.findByRole('link', { name: 'Rate this project' })).getAttribute('href')).toBe(
    '/admin/rate-project/r1-d19-chloe',
  )
  expect(screen.queryByRole('radiogroup')).toBeNull()
  await screen.findByText('Works on my phone.')
  await vi.dynamicImportSettled()
  await act(() =>
    emitFromServer('project.commented', {
      ...stamp,
      items: [{ projectId: pulse._id, comments: 2, comment: { ...comment, id: 'c2', text: 'Spam.' } }],
    }),
  )
  // A comment that arrives live can be deleted, too.
  expect(await screen.findAllByRole('button', { name: 'Delete' })).toHaveLength(2)
  expect(requests.some(({ path }) => path.endsWith('/view') || path.endsWith('/mine'))).toBe(false)
})

test('an admin who may not review is not asked to rate', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'viewer' } } })
  renderScreen()
  expect(await screen.findByRole('link', { name: 'View Feedback' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Rate this project' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('a rejected project takes neither ratings nor comments nor likes', async () => {
  renderScreen({ 'GET /api/projects/:id': () => projectResponse({ ...pulse, status: 'rejected' }) })
  expect(await screen.findByText("Rejected projects can't be rated.")).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Like/ }).disabled).toBe(true)
})

test('a like can be given and taken back', async () => {
  const { requests } = renderScreen({
    'PUT /api/projects/:id/like': () => ({ success: true, position: '11', likes: 3, likedByMe: true }),
    'DELETE /api/projects/:id/like': () => ({ success: true, position: '12', likes: 2, likedByMe: false }),
  })
  const like = await screen.findByRole('button', { name: 'Like 2' })
  await userEvent.click(like)
  const liked = await screen.findByRole('button', { name: 'Like 3', pressed: true })
  await userEvent.click(liked)
  expect(await screen.findByRole('button', { name: 'Like 2', pressed: false })).toBeDefined()
  expect(requests.filter(({ path }) => path.endsWith('/like')).map(({ method }) => method)).toEqual([
    'PUT',
    'DELETE',
  ])
})

test('says why a project could not be liked', async () => {
  renderScreen({ 'PUT /api/projects/:id/like': networkError })
  await userEvent.click(await screen.findByRole('button', { name: 'Like 2' }))
  await waitFor(() => expect(toastText()).toBe('Failed to like the project.'))
})

test('posts a comment under the own name, and deletes it after a question', async () => {
  const posted = { id: 'c2', text: 'Lovely.', createdAt: '2025-11-20T11:00:00.000Z' }
  renderScreen({
    'POST /api/projects/:id/comments': () => ({
      success: true,
      position: '11',
      comment: posted,
      comments: 2,
    }),
    'DELETE /api/projects/:id/comments/c2': () => ({ success: true, position: '12', comments: 1 }),
  })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment' })
  await userEvent.type(field, 'Lovely.')
  await userEvent.click(screen.getByRole('button', { name: 'Post comment' }))
  const list = within(await screen.findByRole('list', { name: 'Comments' }))
  expect((await list.findByText('Lovely.')).closest('li')?.textContent).toContain('Maya Lindgren')
  expect(field.value).toBe('')
  await userEvent.click(list.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this comment?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(list.queryByText('Lovely.')).toBeNull())
  expect(list.getByText('Works on my phone.')).toBeDefined()
})

test('does not send an empty comment', async () => {
  const { requests } = renderScreen()
  await userEvent.click(await screen.findByRole('button', { name: 'Post comment' }))
  expect(await screen.findByText('Write a comment')).toBeDefined()
  expect(requests.some(({ method, path }) => method === 'POST' && path.endsWith('/comments'))).toBe(false)
})

test('says that there are no comments, or that they could not be loaded', async () => {
  let respond: RouteHandler = networkError
  renderScreen({ 'GET /api/projects/:id/comments': (...request) => respond(...request) })
  expect(await screen.findByText('Failed to load the comments')).toBeDefined()
  respond = () => commentsResponse([])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No comments yet.')).toBeDefined()
})

test('ratings, likes and comments of others appear without a request', async () => {
  const { requests } = renderScreen()
  await screen.findByText('Works on my phone.')
  await screen.findByRole('radiogroup', { name: 'Design' })
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/view'))).toBe(true))
  const before = requests.length
  const projectId = pulse._id
  await emitFromServer('project.rated', {
    ...stamp,
    items: [{ projectId, averageRating: 4.1, ratingCount: 6, official: false }],
  })
  await emitFromServer('project.liked', { ...stamp, position: '12', items: [{ projectId, likes: 9 }] })
  const { mine: _, mayRemove: __, ...publicComment } = comment
  const added = { ...publicComment, id: 'c2', text: 'Now live.' }
  await emitFromServer('project.commented', {
    ...stamp,
    position: '13',
    items: [{ projectId, comments: 2, comment: added }],
  })
  expect(screen.getByRole('link', { name: /6 ratings/ }).textContent).toContain('4.1')
  expect(screen.getByRole('button', { name: 'Like 9' })).toBeDefined()
  expect(screen.getByText('Now live.')).toBeDefined()
  await emitFromServer('project.commented', {
    ...stamp,
    position: '14',
    items: [{ projectId, comments: 1, removed: 'c1' }],
  })
  expect(screen.queryByText('Works on my phone.')).toBeNull()
  expect(requests).toHaveLength(before)
})

test('ignores messages about other projects', async () => {
  renderScreen()
  await screen.findByText('Works on my phone.')
  const other = { projectId: 'r1-d1-kenji', averageRating: 1, ratingCount: 1, official: true }
  await emitFromServer('project.rated', { ...stamp, items: [other] })
  await emitFromServer('project.commented', {
    ...stamp,
    position: '12',
    items: [{ projectId: 'r1-d1-kenji', comments: 0, removed: 'c1' }],
  })
  expect(screen.getByRole('link', { name: /5 ratings/ })).toBeDefined()
  expect(screen.getByText('Works on my phone.')).toBeDefined()
})

test('shares with the device', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
  vi.stubGlobal('navigator', { share })
  renderScreen()
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
  const url = expect.stringMatching(/\/project\/r1-d19-chloe$/)
  expect(share.mock.calls).toEqual([[{ title: 'Quick show', url }]])
})

test('copies the link where the device cannot share, and says when that is not possible', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValueOnce()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  renderScreen()
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
  await waitFor(() => expect(toastText()).toBe('Link copied'))
  expect(writeText.mock.calls[0]?.[0]).toMatch(/\/project\/r1-d19-chloe$/)
  writeText.mockRejectedValueOnce(new Error('denied'))
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
  await waitFor(() => expect(toastText()).toMatch(/Couldn't copy the link/))
})

test('leads back to where the project was opened', async () => {
  renderScreen({}, '/ProjectList?day=3')
  const link = await screen.findByRole('link', { name: 'My projects' })
  expect(link.getAttribute('href')).toBe('/ProjectList?day=3')
})

test('the way to the comments keeps the screen that the project was opened from', async () => {
  const { router } = renderScreen({}, '/daily-challenge?day=19')
  await userEvent.click(await screen.findByRole('button', { name: 'Comment 1' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Comments 1' }))
  expect(router.state.location.state).toEqual({ from: '/daily-challenge?day=19' })
  expect(screen.getByRole('link', { name: 'Daily challenge' }).getAttribute('href')).toBe(
    '/daily-challenge?day=19',
  )
})

test('does not lead to another site', async () => {
  renderScreen({}, '//evil.example')
  const link = await screen.findByRole('link', { name: 'Leaderboard' })
  expect(link.getAttribute('href')).toBe('/leaderboard')
})
