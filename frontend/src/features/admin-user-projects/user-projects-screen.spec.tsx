// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { applause, projectsResponse, quickShow, tally } from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, type RouteHandler } from '../../../testing/mock-server.ts'
import { refreshInVain } from '../../../testing/refresh-in-vain.tsx'
import { UserProjectsScreen } from './user-projects-screen.tsx'

const ofDay = (day: number, base = quickShow) => ({ ...base, _id: `${base._id}-${day}`, day })
const day19 = quickShow
const day18 = { ...ofDay(18, applause), languages: 'TypeScript, CSS' }
const day4 = { ...ofDay(4, tally), status: 'rejected' as const, languages: 'Rust' }
const stamp = { position: '11', epoch: 'e1', at: '2025-11-20T12:00:00.000Z' }

type Options = { path?: string; list?: RouteHandler }

const renderScreen = ({ path = '/admin/users/chloe/projects', list }: Options = {}) => {
  const requests = mockServer({
    'GET /api/projects/user/:id': list ?? (() => projectsResponse([day18, day19, day4])),
  })
  const router = createMemoryRouter(
    [{ path: '/admin/users/:userId/projects', Component: UserProjectsScreen }],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  return { requests, router }
}
const groups = async () =>
  within(await screen.findByRole('list', { name: 'Projects by day' }))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
const card = async (name: string) => {
  const article = (await screen.findByRole('heading', { level: 3, name })).closest('article')
  if (!article) throw new Error(`${name} has no card`)
  return within(article)
}

beforeEach(() => {
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
})

test('shows a skeleton, then whose projects they are, by day, newest day first', async () => {
  const { requests } = renderScreen()
  expect(screen.getByText('Loading')).toBeDefined()
  expect(await groups()).toEqual([
    expect.stringMatching(/^Day 19.*1$/),
    expect.stringMatching(/^Day 18.*1$/),
    expect.stringMatching(/^Day 4.*1$/),
  ])
  expect(screen.getByText('Chloé Bernard')).toBeDefined()
  expect(screen.getByText('Viewing all projects for user #chloe')).toBeDefined()
  expect(screen.getByText('Showing 3 projects')).toBeDefined()
  expect(requests[0]?.path).toBe('/api/projects/user/chloe')
  expect(screen.getByRole('link', { name: 'Back to Users' }).getAttribute('href')).toBe('/admin/users')
})

test('a card leads to the rating, the demo and the code', async () => {
  renderScreen()
  const { getByRole, getByText } = await card('Applause')
  expect(getByText('Approved')).toBeDefined()
  expect(getByRole('link', { name: 'Rate Project' }).getAttribute('href')).toBe(
    '/admin/rate-project/applause-18',
  )
  expect(getByRole('link', { name: /^Demo/ }).getAttribute('href')).toBe(applause.liveLink)
  expect(getByRole('link', { name: /^Code/ }).getAttribute('href')).toBe(applause.repoLink)
})

test('search, language and day are in the URL, and Clear All removes them', async () => {
  const { router } = renderScreen({ path: '/admin/users/chloe/projects?language=rust' })
  expect(await groups()).toEqual([expect.stringMatching(/^Day 4/)])
  expect(screen.getByText('Showing 1 project')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(await groups()).toHaveLength(3)
  expect(router.state.location.search).toBe('')
  await userEvent.type(screen.getByRole('searchbox'), 'first minute')
  await waitFor(async () => expect(await groups()).toEqual([expect.stringMatching(/^Day 19/)]))
})

test('says that nothing matches', async () => {
  renderScreen({ path: '/admin/users/chloe/projects?search=nothing' })
  expect(await screen.findByText('Try adjusting your search or filter criteria')).toBeDefined()
})

test('says that a user has no projects', async () => {
  renderScreen({ list: () => projectsResponse([]) })
  expect(await screen.findByText("This user hasn't submitted any projects yet")).toBeDefined()
})

test('says that loading failed, and tries again', async () => {
  let list: RouteHandler = () => errorResponse(503, 'busy', 'The server is busy.')
  renderScreen({ list: (...request) => list(...request) })
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy.')
  list = () => projectsResponse([day19])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await groups()).toHaveLength(1)
})

test('new projects and reviews of this user appear live, but not projects of others', async () => {
  const { requests } = renderScreen()
  await groups()
  const other = { ...ofDay(20), user: { ...quickShow.user, _id: 'maya' } }
  await emitFromServer('submission.received', {
    ...stamp,
    items: [
      { project: { ...ofDay(21), projectName: 'New one' }, by: 'Chloé Bernard', what: 'submitted' },
      { project: other, by: 'Maya Lindgren', what: 'submitted' },
    ],
  })
  await emitFromServer('submission.changed', {
    ...stamp,
    position: '12',
    items: [{ project: { ...day19, status: 'approved' }, by: 'Inés Duarte', what: 'approved' }],
  })
  expect(await groups()).toEqual([
    expect.stringMatching(/^Day 21/),
    expect.stringMatching(/^Day 19/),
    expect.stringMatching(/^Day 18/),
    expect.stringMatching(/^Day 4/),
  ])
  expect((await card('Quick show')).getByText('Approved')).toBeDefined()
  expect(requests).toHaveLength(1)
})

test('another user replaces the list', async () => {
  const { router } = renderScreen({
    list: ({ path }) => projectsResponse(path.endsWith('/maya') ? [ofDay(2)] : [day19]),
  })
  await groups()
  await act(() => router.navigate('/admin/users/maya/projects'))
  await waitFor(async () => expect(await groups()).toEqual([expect.stringMatching(/^Day 2/)]))
})

test('the pill says that the projects could not be updated', async () => {
  renderScreen()
  await groups()
  expect(await refreshInVain()).toEqual(['Not updated'])
  expect(await groups()).toHaveLength(3)
})
