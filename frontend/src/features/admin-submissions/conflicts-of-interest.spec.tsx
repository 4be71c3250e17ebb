// @vitest-environment happy-dom
import type { OwnConflict } from '@thirty/contracts/judging/api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ines, projectsResponse, quickShow, tally } from '../../../testing/admin-fixtures.ts'
import type { ReceivedRequest, RouteHandler } from '../../../testing/mock-server.ts'
import {
  findList,
  listJudging,
  renderSubmissions,
  resetSubmissions,
} from '../../../testing/submissions-screen.tsx'
import { useSession } from '../../shared/session/session.ts'

const at = '2025-11-20T11:00:00.000Z'
const adam = { ...quickShow.user, _id: 'adam', fullName: 'Adam Berg', username: 'adam' }
const ofAdam = { ...tally, user: adam }
const withAdam: OwnConflict = { participant: 'adam', reason: 'work', at, by: null }

const renderScreen = async (conflicts: readonly OwnConflict[], address?: string) => {
  let left = [...conflicts]
  const routes: Record<string, RouteHandler> = {
    'GET /api/projects/all': () => projectsResponse([quickShow, ofAdam]),
    'GET /api/admin/judging/mine': () => ({ ...listJudging, conflicts: left }),
    'DELETE /api/admin/judging/conflicts': () => {
      left = []
      return { success: true, position: '11' }
    },
    'POST /api/admin/reviews': () => ({
      success: true,
      position: '11',
      outcomes: [{ projectId: 'quick-show', outcome: 'reviewed' }],
    }),
  }
  const requests = renderSubmissions(routes, address)
  await findList()
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/admin/judging/mine')).toBe(true))
  return requests
}
// A claim, which a slow machine sends meanwhile, decides nothing.
const decisions = (requests: readonly ReceivedRequest[]) =>
  requests.filter(
    ({ method, path }) => (method === 'PUT' && !path.includes('/claims/')) || path === '/api/admin/reviews',
  )
const bar = () => within(screen.getByRole('group', { name: 'Selection' }))
const preview = () => within(screen.getByRole('complementary', { name: 'Preview' }))
const leftOut = 'Left out because of a conflict of interest: Tally'

beforeEach(() => {
  resetSubmissions()
  useSession.setState({ session: { kind: 'admin', user: ines } })
})

test('a conflict of interest is shown before a decision: on the row, and in the preview in place of the buttons', async () => {
  await renderScreen([withAdam], '/admin/submissions?project=tally')
  expect(
    await preview().findByText(/You can't approve, reject, or rate the projects of Adam Berg/),
  ).toBeTruthy()
  expect(preview().getByText(/Work together/)).toBeTruthy()
  expect(await screen.findByText('Conflict of interest')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve Tally' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reject Tally' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Approve Quick show' })).toBeTruthy()
})

test('an admin who takes their conflict back decides again', async () => {
  await renderScreen([withAdam], '/admin/submissions?project=tally')
  await userEvent.click(await preview().findByRole('button', { name: 'Remove' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await preview().findByRole('button', { name: 'Approve Tally' })).toBeTruthy()
  expect(screen.queryByText('Conflict of interest')).toBeNull()
})

test('the keys decide nothing about a project with a conflict of interest, and say so', async () => {
  const requests = await renderScreen([withAdam])
  await screen.findByText('Conflict of interest')
  ;(await screen.findByRole('button', { name: 'Tally' })).focus()
  await userEvent.keyboard('a')
  expect(await screen.findByText('You have a conflict of interest with this participant.')).toBeTruthy()
  await userEvent.keyboard('r')
  dispatchEvent(new Event('pagehide'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(decisions(requests)).toEqual([])
})

test('the next one to review has no conflict of interest', async () => {
  await renderScreen([withAdam], '/admin/submissions?project=quick-show')
  await screen.findByText('Conflict of interest')
  expect(preview().queryByRole('button', { name: 'Next to review' })).toBeNull()
})

test('the selection and both questions say which submissions will be left out, and they are not sent', async () => {
  const requests = await renderScreen([withAdam])
  await screen.findByText('Conflict of interest')
  await userEvent.click(bar().getByRole('checkbox', { name: 'Select all shown' }))
  expect(bar().getByText('2 selected')).toBeTruthy()
  expect(bar().getByText(leftOut)).toBeTruthy()
  await userEvent.click(bar().getByRole('button', { name: 'Reject selected' }))
  const rejecting = within(await screen.findByRole('dialog', { name: 'Reject 1 submission?' }))
  expect(rejecting.getByText(leftOut)).toBeTruthy()
  await userEvent.click(rejecting.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(bar().getByRole('button', { name: 'Approve selected' }))
  const approving = within(await screen.findByRole('alertdialog', { name: 'Approve 1 submission?' }))
  expect(approving.getByText(leftOut)).toBeTruthy()
  await userEvent.click(approving.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(decisions(requests)).toHaveLength(1))
  expect(decisions(requests)[0]?.body).toEqual({ status: 'approved', projectIds: ['quick-show'] })
  await waitFor(() => expect(bar().queryByText(/selected$/)).toBeNull())
})

test('nothing can be decided about a selection of which everything is left out', async () => {
  await renderScreen([withAdam])
  await screen.findByText('Conflict of interest')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Tally' }))
  expect(bar().getByText(leftOut)).toBeTruthy()
  for (const name of ['Approve selected', 'Reject selected'])
    expect(
      bar().getByRole<HTMLButtonElement>('button', { name }).matches(':disabled, [aria-disabled=true]'),
    ).toBe(true)
})
