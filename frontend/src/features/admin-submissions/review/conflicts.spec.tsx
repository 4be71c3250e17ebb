// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from '../../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { ines, projectsResponse, quickShow, roomVote, tally } from '../../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../../testing/fake-socket.ts'
import type { ReceivedRequest, RouteHandler } from '../../../../testing/mock-server.ts'
import {
  findList,
  findRow,
  leavePage,
  renderSubmissions,
  resetSubmissions,
} from '../../../../testing/submissions-screen.tsx'
import { stubMedia } from '../../../../testing/window.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Toasts } from '../../../shared/ui/feedback/shell-messages.tsx'

const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000).toISOString()
const tobias = { by: 'tobias', byName: 'Tobias Kern' }
const refusal = (code: string, change: object): Response =>
  Response.json(
    { success: false, code, message: 'This project has already been reviewed', change },
    { status: 409 },
  )
const noClaims = () => ({ success: true, claims: [], version: 1, at: minutesAgo(0) })

const renderScreen = (routes: Record<string, RouteHandler> = {}, address?: string) =>
  renderSubmissions(
    {
      'GET /api/projects/all': () =>
        projectsResponse([roomVote, quickShow, tally].map((project) => ({ ...project, version: '20' }))),
      'GET /api/admin/claims': noClaims,
      'PUT /api/admin/claims/:projectId': noClaims,
      'DELETE /api/admin/claims': noClaims,
      'GET /api/projects/tally': () => ({ success: true, project: { ...tally, version: '30' } }),
      ...routes,
    },
    address,
  )
const press = async (name: string) => {
  await userEvent.click(within(await findList()).getByRole('button', { name }))
  leavePage()
}
const reviews = (requests: ReceivedRequest[]) =>
  requests.filter(({ method, path }) => method === 'PUT' && path.startsWith('/api/projects/'))

beforeEach(() => {
  resetSubmissions()
  useSession.setState({ session: { kind: 'admin', user: ines } })
})

test("shows what another admin decided beside this admin's decision", async () => {
  const change = { what: 'rejected', ...tobias, at: minutesAgo(2), reason: 'Dead link', version: '30' }
  const requests = renderScreen({ 'PUT /api/projects/:id': () => refusal('already-reviewed', change) })
  await press('Approve Tally')
  const dialog = await screen.findByRole('alertdialog', { name: 'Tally was reviewed in the meantime' })
  expect(reviews(requests)[0]?.body).toEqual({ status: 'approved', version: '20' })
  expect(
    within(dialog)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['Tobias Kern rejected it 2 min ago.Reason: Dead link', 'Approve'])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(reviews(requests)).toHaveLength(1)
})

test('the dialog about another decision leads to the submission', async () => {
  const change = { what: 'rejected', ...tobias, at: minutesAgo(2), version: '30' }
  renderScreen({ 'PUT /api/projects/:id': () => refusal('already-reviewed', change) })
  await press('Approve Tally')
  await userEvent.click(await screen.findByRole('button', { name: 'View project' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect((await findRow('Tally')).title.getAttribute('aria-current')).toBe('true')
})

test('after a revision the admin decides again, about the version of the message', async () => {
  const change = { what: 'revised', by: 'maya', byName: 'Maya Lindgren', at: minutesAgo(1), version: '30' }
  let answers = 0
  const requests = renderScreen({
    'PUT /api/projects/:id': () =>
      ++answers === 1 ? refusal('changed-meanwhile', change) : { success: true, position: '31' },
  })
  await press('Approve Tally')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Tally was changed in the meantime' }))
  expect(dialog.getByText('Look at the new version before you decide again.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Approve new version' }))
  leavePage()
  await waitFor(() => expect(reviews(requests)).toHaveLength(2))
  expect(reviews(requests)[1]?.body).toEqual({ status: 'approved', version: '30' })
})

test('a refused rejection keeps its reason for the next attempt', async () => {
  const change = { what: 'revised', by: 'maya', byName: 'Maya Lindgren', at: minutesAgo(1), version: '30' }
  renderScreen({ 'PUT /api/projects/:id': () => refusal('changed-meanwhile', change) })
  await press('Reject Tally')
  const first = within(await screen.findByRole('dialog', { name: 'Reject Tally?' }))
  await userEvent.type(first.getByLabelText(/^Reason/), 'No code')
  await userEvent.click(first.getByRole('button', { name: 'Reject' }))
  const conflict = within(
    await screen.findByRole('alertdialog', { name: 'Tally was changed in the meantime' }),
  )
  expect(conflict.getByText('No code')).toBeTruthy()
  await userEvent.click(conflict.getByRole('button', { name: 'Reject new version' }))
  const second = within(await screen.findByRole('dialog', { name: 'Reject Tally?' }))
  expect(second.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('No code')
})

test('a look at the new version keeps the reason, until the submission is reviewed', async () => {
  const change = { what: 'revised', by: 'maya', byName: 'Maya Lindgren', at: minutesAgo(1), version: '30' }
  let answers = 0
  renderScreen({
    'PUT /api/projects/:id': () =>
      ++answers === 1 ? refusal('changed-meanwhile', change) : { success: true, position: '31' },
  })
  const reject = async () => {
    await press('Reject Tally')
    return within(await screen.findByRole('dialog', { name: 'Reject Tally?' }))
  }
  const first = await reject()
  await userEvent.type(first.getByLabelText(/^Reason/), 'No code')
  await userEvent.click(first.getByRole('button', { name: 'Reject' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Look at it first' }))
  const second = await reject()
  expect(second.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('No code')
  await userEvent.click(second.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(Object.keys(localStorage).filter((key) => key.includes('rejection-'))).toEqual([])
})

test('a refusal that arrives after the screen was left is not held back for the dialog', async () => {
  const change = { what: 'approved', ...tobias, at: minutesAgo(2), version: '30' }
  const { promise: response, resolve: respond } = Promise.withResolvers<Response>()
  renderScreen({ 'PUT /api/projects/:id': () => response })
  await press('Approve Tally')
  cleanup()
  render(<Toasts />, { wrapper: MemoryRouter })
  respond(refusal('already-reviewed', change))
  expect(await screen.findByText('This project has already been reviewed')).toBeTruthy()
})

test('on a narrow screen, a closed preview is not claimed any more', async () => {
  stubMedia(false)
  const requests = renderScreen({}, '/admin/submissions?project=room-vote')
  const claims = (method: string) =>
    requests.filter((sent) => sent.method === method && sent.path.startsWith('/api/admin/claims'))
  await waitFor(() => expect(claims('PUT')).toHaveLength(1))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(claims('DELETE')).toHaveLength(1))
})

test('the button for the next submission does not lose the keyboard focus', async () => {
  renderScreen({}, '/admin/submissions?project=room-vote')
  await findList()
  await userEvent.click(screen.getByRole('button', { name: 'Next to review' }))
  await waitFor(() => expect(document.activeElement?.closest('[data-submission]')).toBeTruthy())
})

/** From a server whose clock is an hour behind that of the browser. */
const claimed = (projectId: string, version: number) => ({
  version,
  at: minutesAgo(60),
  claims: [
    {
      projectId,
      by: { _id: 'tobias', fullName: 'Tobias Kern' },
      since: minutesAgo(63),
      until: minutesAgo(50),
    },
  ],
})

test('shows live which admin has a submission open, and skips it with N', async () => {
  const requests = renderScreen({}, '/admin/submissions?project=room-vote')
  await findList()
  await act(() => vi.dynamicImportSettled())
  await act(() => emitFromServer('claims.changed', claimed('quick-show', 5)))
  expect(await screen.findByText('is reviewing', { exact: false })).toBeTruthy()
  await waitFor(() =>
    expect(
      requests.filter(({ method, path }) => method === 'PUT' && path === '/api/admin/claims/room-vote'),
    ).toHaveLength(1),
  )
  ;(await screen.findByRole('button', { name: 'Room vote' })).focus()
  await userEvent.keyboard('n')
  expect((await screen.findByRole('button', { name: 'Tally' })).getAttribute('aria-current')).toBe('true')
  await act(() => emitFromServer('claims.changed', { version: 6, at: minutesAgo(0), claims: [] }))
  await act(() => emitFromServer('claims.changed', claimed('quick-show', 4)))
  expect(screen.queryByText('is reviewing', { exact: false })).toBeNull()
})

test('sorts the pending submissions by their waiting time, which the address says', async () => {
  const requests = renderScreen({}, '/admin/submissions?status=submitted')
  await findList()
  await userEvent.click(screen.getByRole('button', { name: 'Longest waiting' }))
  const lists = () =>
    requests.filter(({ path, query }) => path === '/api/projects/all' && query.get('limit') !== '1')
  await waitFor(() => expect(lists().at(-1)?.query.get('sort')).toBe('waiting'))
  await userEvent.click(screen.getByRole('button', { name: /^All/ }))
  await waitFor(() => expect(lists().at(-1)?.query.get('sort')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Longest waiting' })).toBeNull()
})
