// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { ownProject } from '../../../testing/participant-fixtures.ts'
import {
  comment,
  commentsResponse,
  projectResponse,
  pulse,
  renderProject,
  resetProject,
  stamp,
  toastText,
} from '../../../testing/project-screen.tsx'
import { useSession } from '../../shared/session/session.ts'

beforeEach(resetProject)

test('shows the project with its facts, links and current rating, and counts the view', async () => {
  const { requests } = renderProject()
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
  renderProject({
    'GET /api/projects/:id': () => errorResponse(404, 'project-not-found', 'Project Not Found'),
  })
  expect(await screen.findByRole('heading', { name: 'Project Not Found' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to Leaderboard' }).getAttribute('href')).toBe('/leaderboard')
})

test('says that loading failed, and what the server says about it, and tries again', async () => {
  let respond: RouteHandler = networkError
  renderProject({ 'GET /api/projects/:id': (...request) => respond(...request) })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to load project data')
  expect(alert.textContent).toContain('Unable to load project information. Please try again later.')
  respond = () => errorResponse(503, 'starting', 'It is starting.')
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('It is starting.')).toBeDefined()
  respond = () => projectResponse()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Quick show' })).toBeDefined()
})

test('nobody rates their own project, and opening it does not count as a view', async () => {
  const own = { ...ownProject(18, 'approved'), _id: 'r1-d19-chloe' }
  const { requests } = renderProject({ 'GET /api/projects/:id': () => projectResponse(own) })
  expect(await screen.findByText("You can't rate your own project.")).toBeDefined()
  expect(screen.queryByRole('radiogroup')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Rate this project' })).toBeNull()
  expect(screen.getByRole('link', { name: 'View Feedback' })).toBeDefined()
  await screen.findByText('Works on my phone.')
  expect(requests.some(({ path }) => path.endsWith('/view'))).toBe(false)
})

test('an admin reads a project without rating it here or counting as a view, and deletes what others wrote', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'reviewer' } } })
  const { requests } = renderProject({
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
  renderProject()
  expect(await screen.findByRole('link', { name: 'View Feedback' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Rate this project' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('a rejected project takes neither ratings nor comments nor likes', async () => {
  renderProject({ 'GET /api/projects/:id': () => projectResponse({ ...pulse, status: 'rejected' }) })
  expect(await screen.findByText("Rejected projects can't be rated.")).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Rate this project' })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Like/ }).disabled).toBe(true)
})

test('the button below the text leads to the form, with the focus', async () => {
  renderProject()
  await userEvent.click(await screen.findByRole('button', { name: 'Rate this project' }))
  expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Rating' }))
})

test('shares with the device', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
  vi.stubGlobal('navigator', { share })
  renderProject()
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
  const url = expect.stringMatching(/\/project\/r1-d19-chloe$/)
  expect(share.mock.calls).toEqual([[{ title: 'Quick show', url }]])
})

test('copies the link where the device cannot share, and says when that is not possible', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValueOnce()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  renderProject()
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
  await waitFor(() => expect(toastText()).toBe('Link copied'))
  expect(writeText.mock.calls[0]?.[0]).toMatch(/\/project\/r1-d19-chloe$/)
  writeText.mockRejectedValueOnce(new Error('denied'))
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
  await waitFor(() => expect(toastText()).toMatch(/Couldn't copy the link/))
})

test('leads back to where the project was opened', async () => {
  renderProject({}, '/ProjectList?day=3')
  const link = await screen.findByRole('link', { name: 'My projects' })
  expect(link.getAttribute('href')).toBe('/ProjectList?day=3')
})

test('the way to the comments keeps the screen that the project was opened from', async () => {
  const { router } = renderProject({}, '/daily-challenge?day=19')
  await userEvent.click(await screen.findByRole('button', { name: 'Comment 1' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Comments 1' }))
  expect(router.state.location.state).toEqual({ from: '/daily-challenge?day=19' })
  expect(screen.getByRole('link', { name: 'Daily challenge' }).getAttribute('href')).toBe(
    '/daily-challenge?day=19',
  )
})

test('does not lead to another site', async () => {
  renderProject({}, '//evil.example')
  const link = await screen.findByRole('link', { name: 'Leaderboard' })
  expect(link.getAttribute('href')).toBe('/leaderboard')
})
