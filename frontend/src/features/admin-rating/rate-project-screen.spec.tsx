// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { applause, ines } from '../../../testing/admin-fixtures.ts'
import { errorResponse, networkError } from '../../../testing/mock-server.ts'
import {
  rateFour,
  rated,
  renderScreen,
  setStars,
  submit,
  submitWithFakeTime,
} from '../../../testing/rate-project-screen.tsx'
import { LateNotice } from '../../shared/ui/feedback/shell-messages.tsx'
import { useSession } from '../../shared/session/session.ts'

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
  await setStars('Functionality', 1)
  await setStars('Code Quality', 1)
  expect(screen.getByText('Design, Creativity, and Usability count as 0 until you rate them.')).toBeTruthy()
  await rateFour()
  expect(screen.getByText('rated 4 of 5 criteria').parentElement?.textContent).toContain('3.4/5')
  expect(screen.getByText('Usability counts as 0 until you rate it.')).toBeTruthy()
  await setStars('Usability', 3)
  expect(screen.queryByText(/of 5 criteria|until you rate/)).toBeNull()
})

test('sends the rating with its feedback and redirects after 2.5 seconds', async () => {
  const { requests, router } = renderScreen()
  await rateFour()
  await userEvent.type(
    screen.getByPlaceholderText('Provide constructive feedback about this project...'),
    'Clean work.',
  )
  await submitWithFakeTime()
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
    'GET /api/projects/:id': () => errorResponse(404, 'project-not-found', 'It is gone.'),
  })
  expect(await screen.findByRole('heading', { name: 'Project Not Found' })).toBeTruthy()
  expect(
    screen.getByText('It may have been withdrawn, or it may belong to an earlier run of the challenge.'),
  ).toBeTruthy()
  expect(screen.getAllByText('Project Not Found')).toHaveLength(1)
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

test("shows the rating of another admin beside this admin's own, which can still be submitted", async () => {
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
  expect(dialog.textContent).toContain('Your rating: 3.4')
  await userEvent.click(screen.getByRole('button', { name: 'Submit my rating too' }))
  expect(await screen.findByText('Rating Submitted Successfully!')).toBeTruthy()
  const ratings = requests.filter(({ path }) => path === '/api/ratings/submit')
  expect(ratings.map(({ body }) => body)).toMatchObject([{ version: '20' }, { version: '30' }])
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

test('a page that the browser keeps gives its claim up while it is left', async () => {
  const { requests } = renderScreen()
  await submit()
  const claims = () =>
    requests.filter(({ path }) => path.startsWith('/api/admin/claims')).map(({ method }) => method)
  await waitFor(() => expect(claims()).toEqual(['GET', 'PUT']))
  for (const _ of [1, 2]) dispatchEvent(new Event('pagehide'))
  expect(claims()).toEqual(['GET', 'PUT', 'DELETE'])
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(claims()).toEqual(['GET', 'PUT', 'DELETE', 'PUT'])
})

test('a viewer sees the rating screen without being able to rate, and claims nothing', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'viewer' } } })
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
  const { router, loadSettings } = renderScreen()
  await rateFour()
  await submitWithFakeTime()
  expect(screen.getByText('Rating Submitted Successfully!')).toBeTruthy()
  await act(async () => void router.navigate('/admin/settings'))
  await act(() => vi.advanceTimersByTimeAsync(2500))
  await act(async () => loadSettings())
  await act(() => vi.advanceTimersByTimeAsync(2500))
  expect(router.state.location.pathname).toBe('/admin/settings')
  expect(screen.getByText('settings')).toBeTruthy()
})

test('says that the new version of a project could not be loaded, and keeps the stars', async () => {
  let isDown = false
  const change = {
    what: 'revised',
    by: 'maya',
    byName: 'Maya Lindgren',
    at: new Date().toISOString(),
    version: '30',
  }
  renderScreen({
    'GET /api/projects/:id': (...sent) =>
      isDown ? networkError(...sent) : { success: true, project: applause },
    'POST /api/ratings/submit': () => {
      isDown = true
      const refusal = { success: false, code: 'changed-meanwhile', message: 'Changed', change }
      return Response.json(refusal, { status: 409 })
    },
  })
  render(<LateNotice isAdmin />)
  await rateFour()
  await userEvent.click(await submit())
  await userEvent.click(await screen.findByRole('button', { name: 'Look at it first' }))
  expect(await screen.findByText(/^This screen could not be updated/)).toBeTruthy()
  expect(screen.getByText('Applause')).toBeTruthy()
})
