// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { projectsResponse } from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { maya, ownProject } from '../../../testing/participant-fixtures.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { useSession } from '../../shared/session/session.ts'
import { useToasts } from '../../shared/ui/feedback/toast-store.ts'
import { MyProjectsScreen } from './my-projects-screen.tsx'

const longText = `${'A poll for a room. '.repeat(8)}The end.`
const tomato = {
  ...ownProject(18),
  projectName: 'Tomato clock',
  description: longText,
  languages: 'TypeScript, CSS',
}
const player = {
  ...ownProject(17, 'approved'),
  projectName: 'Lo-fi player',
  description: 'Eight loops.',
  languages: 'JavaScript',
  averageRating: 4.4,
  ratingCount: 3,
}
const board = { ...ownProject(14, 'rejected', 'The demo is down.'), projectName: 'Shift board' }

type Options = { path?: string; routes?: Record<string, RouteHandler> }

const renderScreen = (
  projects: readonly ReturnType<typeof ownProject>[] = [tomato, player, board],
  { path = '/ProjectList', routes }: Options = {},
) => {
  const requests = mockServer({
    'GET /api/projects/my-projects': () => projectsResponse([...projects]),
    ...routes,
  })
  const router = createMemoryRouter(
    [
      { path: '/ProjectList', Component: MyProjectsScreen },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [path] },
  )
  render(
    <main>
      <RouterProvider router={router} />
    </main>,
  )
  return { requests, router }
}
const shownNames = async () => {
  const list = await screen.findByRole('list', { name: 'Projects by day' })
  return within(list)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
}
const cardOf = async (name: string) => {
  const card = (await screen.findByRole('heading', { level: 3, name })).closest('article')
  if (!card) throw new Error(`${name} has no card`)
  return within(card)
}
const stamp = { position: '11', epoch: 'e1', at: '2026-11-20T11:00:00.000Z' }

beforeEach(() => {
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  useSession.setState({ session: { kind: 'user', user: maya } })
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), day: 19, started: true, isLoaded: true })
})

test('shows a skeleton, then the projects by day, newest day first, and a summary', async () => {
  renderScreen([player, tomato, board])
  expect(screen.getByText('Loading')).toBeDefined()
  expect(await shownNames()).toEqual(['Tomato clock', 'Lo-fi player', 'Shift board'])
  expect(screen.getByText('3 submitted, 1 approved, 1 pending, 1 rejected. Average 4.4.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'New Project' }).getAttribute('href')).toBe('/SubmitProject')
})

test('a card shows status, rating, the reason of a rejection and links', async () => {
  renderScreen()
  const rated = await cardOf('Lo-fi player')
  expect(rated.getByText('Approved')).toBeDefined()
  expect(rated.getByRole('img', { name: '4.4 of 5 stars' })).toBeDefined()
  expect(rated.getByText('4.4')).toBeDefined()
  expect(rated.getByRole('link', { name: 'View Feedback' }).getAttribute('href')).toBe(
    '/projects/r1-d17-maya/ratings',
  )
  const pending = await cardOf('Tomato clock')
  expect(pending.getByText('Pending')).toBeDefined()
  expect(pending.getByText('Not rated yet')).toBeDefined()
  const rejected = await cardOf('Shift board')
  expect(rejected.getByText('Reason: The demo is down.')).toBeDefined()
})

test('a long description is cut until it is opened', async () => {
  renderScreen()
  const card = await cardOf('Tomato clock')
  expect(card.queryByText(/The end\./)).toBeNull()
  await userEvent.click(card.getByRole('button', { name: /^Read more/ }))
  expect(card.getByText(/The end\./)).toBeDefined()
  await userEvent.click(card.getByRole('button', { name: /^Show less/ }))
  expect(card.queryByText(/The end\./)).toBeNull()
})

test('the URL filters by language and day, and Clear All removes the filters', async () => {
  const { router } = renderScreen(undefined, { path: '/ProjectList?language=typescript&day=18' })
  expect(await shownNames()).toEqual(['Tomato clock'])
  await userEvent.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(await shownNames()).toHaveLength(3)
  expect(router.state.location.search).toBe('')
  expect(screen.queryByRole('button', { name: 'Clear All' })).toBeNull()
})

test('the search looks at name and description, in any case, and is kept in the URL', async () => {
  const { router } = renderScreen()
  await userEvent.type(await screen.findByRole('searchbox'), 'EIGHT')
  await waitFor(async () => expect(await shownNames()).toEqual(['Lo-fi player']))
  expect(router.state.location.search).toBe('?search=EIGHT')
})

test('says that nothing matches, and offers to clear the filters', async () => {
  renderScreen(undefined, { path: '/ProjectList?search=nothing' })
  expect(await screen.findByText('No project matches')).toBeDefined()
  expect(screen.getByText('Try adjusting your search or filter criteria')).toBeDefined()
})

test('a button leads back to the top above five projects', async () => {
  renderScreen([1, 2, 3, 4, 5].map((day) => ownProject(day)))
  await shownNames()
  expect(screen.queryByRole('button', { name: 'Back to top' })).toBeNull()
  const sixth = { project: ownProject(6), by: 'Maya', what: 'submitted' as const }
  await emitFromServer('submission.received', { ...stamp, items: [sixth] })
  await userEvent.click(await screen.findByRole('button', { name: 'Back to top' }))
  expect(document.activeElement?.textContent).toBe('My projects')
})

test('invites to submit the first project', async () => {
  renderScreen([])
  const link = await screen.findByRole('link', { name: 'Submit Your First Project' })
  expect(link.getAttribute('href')).toBe('/SubmitProject')
})

test.each([
  ['the server refuses', () => errorResponse(503, 'busy', 'Busy.'), 'Failed to fetch projects'],
  ['the server cannot be reached', networkError, 'An error occurred while fetching projects'],
])('says that loading failed if %s, and tries again', async (_, failure, text) => {
  let respond: RouteHandler = failure
  renderScreen(undefined, {
    routes: { 'GET /api/projects/my-projects': (...request) => respond(...request) },
  })
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  respond = () => projectsResponse([tomato])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await shownNames()).toEqual(['Tomato clock'])
})

test('a review and a rating appear without a request', async () => {
  const { requests } = renderScreen()
  await cardOf('Tomato clock')
  const approved = { ...tomato, status: 'approved' as const }
  await emitFromServer('submission.changed', {
    ...stamp,
    items: [{ project: approved, by: 'Inés', what: 'approved' }],
  })
  const rated = { projectId: tomato._id, averageRating: 4.2, ratingCount: 1, official: true }
  await emitFromServer('project.rated', { ...stamp, position: '12', items: [rated] })
  const card = await cardOf('Tomato clock')
  expect(card.getByText('Approved')).toBeDefined()
  expect(card.getByText('4.2')).toBeDefined()
  expect(card.queryByRole('button', { name: 'Withdraw' })).toBeNull()
  expect(requests).toHaveLength(1)
})

test('withdraws a project after a question', async () => {
  let kept = [tomato, player, board]
  const { requests } = renderScreen(undefined, {
    routes: {
      'GET /api/projects/my-projects': () => projectsResponse(kept),
      'DELETE /api/projects/:id': () => {
        kept = [player, board]
        return { success: true, position: '12' }
      },
    },
  })
  await userEvent.click((await cardOf('Tomato clock')).getByRole('button', { name: 'Withdraw' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Withdraw Tomato clock?' }))
  expect(requests).toHaveLength(1)
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await waitFor(async () => expect(await shownNames()).toEqual(['Lo-fi player', 'Shift board']))
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toContain(
    'DELETE /api/projects/r1-d18-maya',
  )
  expect(useToasts.getState().toasts.at(-1)?.text).toBe('Tomato clock was withdrawn. Day 18 is open again.')
})

test('keeps a project that could not be withdrawn, and says why', async () => {
  renderScreen(undefined, {
    routes: {
      'DELETE /api/projects/:id': () => errorResponse(409, 'project-closed', 'The project is approved'),
    },
  })
  await userEvent.click((await cardOf('Tomato clock')).getByRole('button', { name: 'Withdraw' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await dialog.findByText('The project is approved')).toBeDefined()
})

test('a project that is not approved can be revised until the challenge ends', async () => {
  renderScreen()
  const link = (await cardOf('Tomato clock')).getByRole('link', { name: 'Revise' })
  expect(link.getAttribute('href')).toBe('/SubmitProject?revise=18')
  expect((await cardOf('Lo-fi player')).queryByRole('link', { name: 'Revise' })).toBeNull()
  act(() => useCurrentDay.setState({ ended: true }))
  expect(screen.queryByRole('link', { name: 'Revise' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
})
