// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReviewManyRequest } from '@thirty/contracts/projects/api.ts'
import type { SubmissionUpdate } from '@thirty/contracts/live/live.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  applause,
  ines,
  projectsResponse,
  quickShow,
  roomVote,
  tally,
} from '../../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../../testing/fake-socket.ts'
import { networkError, type ReceivedRequest, type RouteHandler } from '../../../../testing/mock-server.ts'
import { findList, renderSubmissions, resetSubmissions } from '../../../../testing/submissions-screen.tsx'
import { cancelResync, resync } from '../../../shared/live/resync.ts'
import { useSession } from '../../../shared/session/session.ts'
import { submissions } from '../submissions-data.ts'
import { clearSelection } from './selection.ts'

const at = '2025-11-20T11:00:00.000Z'
// Safe: the screen sends what the contract says, which the tests assert.
const reviewsIn = (body: unknown) => body as Pick<ReviewManyRequest, 'projectIds' | 'status'>

/** A server that remembers what it has reviewed: the list may be loaded again at any time. */
function reviewingServer(): Record<string, RouteHandler> {
  let [projects, position] = [[roomVote, quickShow, tally, applause], 10]
  return {
    'GET /api/projects/all': () => projectsResponse(projects, String(position)),
    'POST /api/admin/reviews': ({ body }) => {
      const { projectIds, status } = reviewsIn(body)
      projects = projects.map((project) =>
        projectIds.includes(project._id) ? { ...project, status } : project,
      )
      position += 1
      const outcomes = projectIds.map((projectId) => ({ projectId, outcome: 'reviewed' }))
      return { success: true, position: String(position), outcomes }
    },
  }
}

const renderScreen = (routes: Record<string, RouteHandler> = {}) =>
  renderSubmissions({ ...reviewingServer(), ...routes })
const reviews = (requests: ReceivedRequest[]) => requests.filter(({ method }) => method === 'POST')
const box = (project: string) => screen.findByRole('checkbox', { name: `Select ${project}` })
const bar = () => within(screen.getByRole('group', { name: 'Selection' }))
const press = async (name: string) => {
  await userEvent.click(bar().getByRole('button', { name }))
  if (name === 'Approve selected')
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Approve' }),
    )
}
const receive = async (position: string, item: SubmissionUpdate) => {
  await vi.dynamicImportSettled()
  await act(() => emitFromServer('submission.changed', { position, epoch: 'e1', at, items: [item] }))
}
const message = (text: string) =>
  screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === text)

beforeEach(() => {
  resetSubmissions()
  cancelResync()
  useSession.setState({ session: { kind: 'admin', user: ines } })
  clearSelection()
})

test('approves the selected submissions with one request and shows their new status', async () => {
  const requests = renderScreen()
  await userEvent.click(await box('Tally'))
  await userEvent.click(await box('Quick show'))
  expect(bar().getByText('2 selected')).toBeTruthy()
  await press('Approve selected')
  expect(await message('2 approved.')).toBeTruthy()
  expect(reviews(requests).map(({ path, body }) => ({ path, body }))).toEqual([
    { path: '/api/admin/reviews', body: { status: 'approved', projectIds: ['tally', 'quick-show'] } },
  ])
  expect(within(await findList()).getAllByText('Approved')).toHaveLength(3)
  expect(bar().queryByText(/selected$/)).toBeNull()
  await act(async () => resync())
  await waitFor(() => expect(submissions.at({ status: 'all', search: '' }).isLoading()).toBe(false))
  expect(within(await findList()).getAllByText('Approved')).toHaveLength(3)
})

test('asks before it approves several, and approves none without the answer', async () => {
  const requests = renderScreen()
  await userEvent.click(await box('Tally'))
  await userEvent.click(await box('Quick show'))
  await userEvent.click(bar().getByRole('button', { name: 'Approve selected' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Approve 2 submissions?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(reviews(requests)).toEqual([])
  expect(bar().getByText('2 selected')).toBeTruthy()
})

test('rejecting selected submissions takes back their approvals that can still be undone', async () => {
  const requests = renderScreen()
  await userEvent.click(await box('Tally'))
  await userEvent.click(within(await findList()).getByRole('button', { name: 'Approve Tally' }))
  expect(within(await findList()).getByRole('button', { name: 'Undo the approval of Tally' })).toBeTruthy()
  await press('Reject selected')
  await screen.findByRole('dialog', { name: 'Reject 1 submission?' })
  dispatchEvent(new Event('pagehide'))
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('approving selected submissions takes back their approvals that can still be undone', async () => {
  const requests = renderScreen()
  await userEvent.click(await box('Tally'))
  await userEvent.click(within(await findList()).getByRole('button', { name: 'Approve Tally' }))
  await press('Approve selected')
  expect(await message('1 approved.')).toBeTruthy()
  dispatchEvent(new Event('pagehide'))
  expect(requests.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('the focus stays in the list when the buttons of the selection disappear', async () => {
  renderScreen()
  await userEvent.click(await box('Tally'))
  await press('Approve selected')
  expect(await message('1 approved.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Tally'))
})

test('rejects all pending submissions that are shown, with one reason', async () => {
  const requests = renderScreen()
  await findList()
  expect(screen.queryByRole('checkbox', { name: 'Select Applause' })).toBeNull()
  await userEvent.click(bar().getByRole('checkbox', { name: 'Select all shown' }))
  await press('Reject selected')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject 3 submissions?' }))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Dead link')
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await message('3 rejected.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(reviews(requests)[0]?.body).toEqual({
    status: 'rejected',
    reason: 'Dead link',
    projectIds: ['room-vote', 'quick-show', 'tally'],
  })
})

test('names the admins who were first, and keeps what can be tried again selected', async () => {
  renderScreen({
    'POST /api/admin/reviews': () => ({
      success: true,
      position: '11',
      outcomes: [
        { projectId: 'room-vote', outcome: 'conflict' },
        {
          projectId: 'quick-show',
          outcome: 'already-reviewed',
          review: { status: 'approved', by: 'tobias', byName: 'Tobias Kern', at },
        },
        { projectId: 'tally', outcome: 'reviewed' },
      ],
    }),
  })
  await findList()
  await userEvent.click(bar().getByRole('checkbox', { name: 'Select all shown' }))
  await receive('11', { project: { ...quickShow, status: 'approved' }, by: 'Tobias Kern', what: 'approved' })
  expect(bar().getByText('3 selected')).toBeTruthy()
  await press('Reject selected')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject' }))
  expect(
    await message(
      '1 rejected. 1 was already approved by Tobias Kern. 1 was changed at the same time and is still selected. Try again.',
    ),
  ).toBeTruthy()
  expect(bar().getByText('1 selected')).toBeTruthy()
  expect((await box('Room vote')).matches(':checked')).toBe(true)
})

test('sends the versions on screen, and says for each submission what happened to it', async () => {
  const change = { what: 'revised', by: 'maya', byName: 'Maya Lindgren', at, version: '40' }
  const review = { status: 'approved', by: 'tobias', byName: 'Tobias Kern', at }
  let tallyVersion = '30'
  const requests = renderScreen({
    'GET /api/projects/all': () =>
      projectsResponse([
        { ...quickShow, version: '20' },
        { ...tally, version: tallyVersion },
        { ...roomVote, version: '31' },
      ]),
    'GET /api/projects/tally': () => ({ success: true, project: { ...tally, version: '40' } }),
    'GET /api/projects/quick-show': () => ({ success: true, project: { ...quickShow, status: 'approved' } }),
    'POST /api/admin/reviews': () => {
      tallyVersion = '40'
      return {
        success: true,
        position: '41',
        outcomes: [
          { projectId: 'quick-show', outcome: 'already-reviewed', review },
          { projectId: 'tally', outcome: 'revised', change },
        ],
      }
    },
  })
  await userEvent.click(await box('Quick show'))
  await userEvent.click(await box('Tally'))
  await press('Approve selected')
  await userEvent.click(await screen.findByRole('button', { name: 'Show details' }))
  const dialog = within(await screen.findByRole('dialog', { name: "Submissions that weren't reviewed" }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Quick showTobias Kern approved it .+\.$/),
    expect.stringMatching(/^TallyMaya Lindgren revised it .+\.$/),
  ])
  await userEvent.keyboard('{Escape}')
  expect(bar().getByText('1 selected')).toBeTruthy()
  await press('Approve selected')
  await waitFor(() => expect(reviews(requests)).toHaveLength(2))
  expect(reviews(requests).map(({ body }) => body)).toEqual([
    {
      status: 'approved',
      projectIds: ['quick-show', 'tally'],
      versions: { 'quick-show': '20', tally: '30' },
    },
    { status: 'approved', projectIds: ['tally'], versions: { tally: '40' } },
  ])
})

test('shows the status of a submission that another admin reviewed without a live update', async () => {
  renderScreen({
    'POST /api/admin/reviews': () => ({
      success: true,
      position: '11',
      outcomes: [
        {
          projectId: 'tally',
          outcome: 'already-reviewed',
          review: { status: 'rejected', by: 'tobias', byName: 'Tobias Kern', at },
        },
        {
          projectId: 'quick-show',
          outcome: 'already-reviewed',
          review: { status: 'approved', by: 'ines', byName: 'Ines Duarte', at },
        },
        { projectId: 'room-vote', outcome: 'withdrawn' },
      ],
    }),
    'GET /api/projects/tally': () => ({ success: true, project: { ...tally, status: 'rejected' } }),
    'GET /api/projects/quick-show': () => ({ success: true, project: { ...quickShow, status: 'approved' } }),
  })
  for (const name of ['Tally', 'Quick show', 'Room vote']) await userEvent.click(await box(name))
  await press('Approve selected')
  expect(
    await message('1 was already rejected by Tobias Kern. 1 was already approved by you. 1 was withdrawn.'),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show details' }))
  const dialog = within(await screen.findByRole('dialog', { name: "Submissions that weren't reviewed" }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^TallyTobias Kern rejected it /),
    expect.stringMatching(/^Quick showYou approved it /),
    expect.stringMatching(/^Room vote.+withdrew it/),
  ])
  await userEvent.keyboard('{Escape}')
  expect(await within(await findList()).findByText('Rejected')).toBeTruthy()
  await vi.waitFor(async () =>
    expect(within(await findList()).queryByRole('heading', { name: 'Room vote' })).toBeNull(),
  )
})

test('a withdrawn submission leaves the selection, also for its next submission', async () => {
  renderScreen()
  await userEvent.click(await box('Tally'))
  await userEvent.click(await box('Quick show'))
  await receive('11', { project: tally, by: 'Chloé', what: 'withdrawn' })
  expect(bar().getByText('1 selected')).toBeTruthy()
  await press('Clear selection')
  expect(bar().queryByText(/selected$/)).toBeNull()
})

test('a failed request keeps the selection, and a retry has the same key', async () => {
  const requests = renderScreen({ 'POST /api/admin/reviews': networkError })
  await userEvent.click(await box('Tally'))
  await press('Approve selected')
  expect(await screen.findByText('Failed to approve submission')).toBeTruthy()
  expect(bar().getByText('1 selected')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(reviews(requests)).toHaveLength(2))
  await userEvent.click(await box('Quick show'))
  await press('Approve selected')
  await waitFor(() => expect(reviews(requests)).toHaveLength(3))
  const [first, second, third] = reviews(requests).map(({ idempotencyKey }) => idempotencyKey)
  expect(first).toBe(second)
  expect(third).not.toBe(first)
})

test('an answer that cannot be read is a failure, too', async () => {
  renderScreen({ 'POST /api/admin/reviews': () => ({ success: true, position: '11' }) })
  await userEvent.click(await box('Tally'))
  await press('Approve selected')
  expect(await screen.findByText('Failed to approve submission')).toBeTruthy()
  expect(bar().getByText('1 selected')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('a retry sends the same versions, although newer ones are on screen', async () => {
  const requests = renderScreen({
    'GET /api/projects/all': () => projectsResponse([{ ...tally, version: '20' }]),
    'POST /api/admin/reviews': networkError,
  })
  await userEvent.click(await box('Tally'))
  await press('Approve selected')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  await receive('11', {
    project: { ...tally, description: 'A newer text', version: '30' },
    by: 'Chloé',
    what: 'submitted',
  })
  await userEvent.click(retry)
  await waitFor(() => expect(reviews(requests)).toHaveLength(2))
  const [first, second] = reviews(requests)
  expect(first?.body).toMatchObject({ versions: { tally: '20' } })
  expect(second?.body).toEqual(first?.body)
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
})

test('a failed rejection keeps the dialog, the reason and the selection', async () => {
  renderScreen({ 'POST /api/admin/reviews': networkError })
  await userEvent.click(await box('Tally'))
  await press('Reject selected')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject 1 submission?' }))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Dead link')
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await dialog.findByText('Failed to reject submission')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Dead link')
})

test('X selects the row that has the focus, and ignores reviewed rows', async () => {
  renderScreen()
  const title = (name: string) => screen.findByRole('button', { name })
  ;(await title('Tally')).focus()
  await userEvent.keyboard('x')
  expect((await box('Tally')).matches(':checked')).toBe(true)
  await userEvent.keyboard('x')
  expect((await box('Tally')).matches(':checked')).toBe(false)
  ;(await title('Applause')).focus()
  await userEvent.keyboard('x')
  expect(bar().queryByText(/selected$/)).toBeNull()
})

test('selects at most 100 submissions', async () => {
  const many = Array.from({ length: 100 }, (_, row) => ({
    ...tally,
    _id: `many-${row}`,
    projectName: `Many ${row}`,
  }))
  const routes = { 'GET /api/projects/all': () => projectsResponse([quickShow, ...many]) }
  // The second page shows all of them.
  renderSubmissions(routes, '/admin/submissions?page=2')
  await findList()
  await userEvent.click(await box('Quick show'))
  await userEvent.click(bar().getByRole('checkbox', { name: 'Select all shown' }))
  expect(bar().getByText('100 selected, the most you can select')).toBeTruthy()
})
