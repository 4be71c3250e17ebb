// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ines, tally } from '../../../../testing/admin-fixtures.ts'
import { errorResponse, networkError, type ReceivedRequest } from '../../../../testing/mock-server.ts'
import {
  findRow,
  lastListQuery,
  leavePage,
  renderSubmissions,
  resetSubmissions,
} from '../../../../testing/submissions-screen.tsx'
import { useSession } from '../../../shared/session/session.ts'
import { clearUserData } from '../../../shared/storage/user-change.ts'

const reviews = (requests: ReceivedRequest[]) =>
  // A row that is shown for a moment is claimed, too.
  requests.filter(({ method, path }) => method === 'PUT' && path.startsWith('/api/projects/'))

beforeEach(resetSubmissions)

test('offers approve and reject for pending submissions only', async () => {
  renderSubmissions()
  expect((await findRow('Quick show')).item.getByRole('button', { name: 'Approve Quick show' })).toBeTruthy()
  const approved = (await findRow('Applause')).item
  expect(approved.queryByRole('button', { name: /^Approve/ })).toBeNull()
  expect(approved.getByRole('link', { name: 'Rate Project' }).getAttribute('href')).toBe(
    '/admin/rate-project/applause',
  )
})

test('confirms an approval and offers to view the submission', async () => {
  const requests = renderSubmissions()
  await userEvent.click((await findRow('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  leavePage()
  expect(
    await screen.findByText(
      (_, element) => element?.tagName === 'P' && element.textContent === 'Tally approved',
    ),
  ).toBeTruthy()
  expect(reviews(requests)[0]).toMatchObject({ path: '/api/projects/tally', body: { status: 'approved' } })
  await userEvent.click(screen.getByRole('button', { name: 'View' }))
  expect((await findRow('Tally')).title.getAttribute('aria-current')).toBe('true')
})

test('an approval can be undone for five seconds, in its row and in the message, and is sent after that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) })
  const requests = renderSubmissions()
  const approve = async () =>
    user.click((await findRow('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  await approve()
  await user.click((await findRow('Tally')).item.getByRole('button', { name: 'Undo the approval of Tally' }))
  expect((await findRow('Tally')).item.getByRole('button', { name: 'Approve Tally' })).toBeTruthy()
  await approve()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await act(() => vi.advanceTimersByTimeAsync(6000))
  expect(reviews(requests)).toEqual([])
  await approve()
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(reviews(requests)).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1200))
  expect(reviews(requests).map(({ body }) => body)).toEqual([{ status: 'approved' }])
})

test('a double click approves', async () => {
  const requests = renderSubmissions()
  await userEvent.dblClick((await findRow('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  // Browsers send the second press to the button that is in the place of the first.
  fireEvent.click((await findRow('Tally')).item.getByRole('button', { name: /^Undo/ }), { detail: 2 })
  leavePage()
  await waitFor(() => expect(reviews(requests)).toHaveLength(1))
})

test('several approvals wait beside each other, and each can be undone alone', async () => {
  const requests = renderSubmissions()
  const { item } = await findRow('Tally')
  fireEvent.click(item.getByRole('button', { name: 'Approve Tally' }))
  fireEvent.click((await findRow('Quick show')).item.getByRole('button', { name: 'Approve Quick show' }))
  fireEvent.click(item.getByRole('button', { name: 'Undo the approval of Tally' }))
  leavePage()
  await waitFor(() => expect(reviews(requests).map(({ path }) => path)).toEqual(['/api/projects/quick-show']))
})

test('an approval is sent at once when another screen is opened, and when the admin logs out', async () => {
  localStorage.setItem('adminToken', 'of-ines')
  const requests = renderSubmissions()
  await userEvent.click((await findRow('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  localStorage.removeItem('adminToken')
  act(() => clearUserData())
  await waitFor(() => expect(reviews(requests).map(({ token }) => token)).toEqual(['of-ines']))
  await userEvent.click(
    (await findRow('Quick show')).item.getByRole('button', { name: 'Approve Quick show' }),
  )
  cleanup()
  await waitFor(() =>
    expect(reviews(requests).map(({ path }) => path)).toEqual([
      '/api/projects/tally',
      '/api/projects/quick-show',
    ]),
  )
})

test('an approval can be undone after another list was chosen', async () => {
  const requests = renderSubmissions()
  await userEvent.click((await findRow('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  await userEvent.click(screen.getByRole('button', { name: /^Approved/ }))
  await waitFor(() => expect(lastListQuery(requests).get('status')).toBe('approved'))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  leavePage()
  expect(reviews(requests)).toEqual([])
})

test('rejecting a submission after all takes the approval back', async () => {
  const requests = renderSubmissions()
  const { title, item } = await findRow('Tally')
  await userEvent.click(item.getByRole('button', { name: 'Approve Tally' }))
  title.focus()
  await userEvent.keyboard('r')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject' }))
  leavePage()
  await waitFor(() => expect(reviews(requests).map(({ body }) => body)).toEqual([{ status: 'rejected' }]))
})

test('asks for a reason, which is optional, when rejecting', async () => {
  const requests = renderSubmissions()
  await userEvent.click((await findRow('Tally')).item.getByRole('button', { name: 'Reject Tally' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject Tally?' }))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'No code')
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(reviews(requests)[0]?.body).toEqual({ status: 'rejected', reason: 'No code' })

  await userEvent.click((await findRow('Quick show')).item.getByRole('button', { name: 'Reject Quick show' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(reviews(requests)[1]?.body).toEqual({ status: 'rejected' }))
})

test('keeps the typed reason when a rejection fails', async () => {
  renderSubmissions({ 'PUT /api/projects/:id': networkError })
  await userEvent.click((await findRow('Tally')).item.getByRole('button', { name: 'Reject Tally' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'No code')
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await dialog.findByText('Failed to reject submission')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('No code')
})

test('reports a failed approval and offers to retry', async () => {
  const requests = renderSubmissions({ 'PUT /api/projects/:id': networkError })
  await userEvent.click((await findRow('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  leavePage()
  expect(await screen.findByText('Failed to approve submission')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(reviews(requests)).toHaveLength(2))
})

test('shows the actual status when another admin was first', async () => {
  renderSubmissions({
    'PUT /api/projects/:id': () =>
      errorResponse(409, 'already-reviewed', 'This project has already been reviewed'),
    'GET /api/projects/tally': () => ({ success: true, project: { ...tally, status: 'rejected' } }),
  })
  await userEvent.click((await findRow('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  leavePage()
  expect(await screen.findByText('This project has already been reviewed')).toBeTruthy()
  expect((await findRow('Tally')).item.getByText('Rejected')).toBeTruthy()
})

test('selects rows with J and K and approves the selected one with A', async () => {
  const requests = renderSubmissions()
  const first = await findRow('Quick show')
  first.title.focus()
  await userEvent.keyboard('j')
  const second = await findRow('Tally')
  expect(document.activeElement).toBe(second.title)
  expect(second.title.getAttribute('aria-current')).toBe('true')
  await userEvent.keyboard('k')
  expect(document.activeElement).toBe(first.title)
  await userEvent.keyboard('a')
  leavePage()
  await waitFor(() => expect(reviews(requests)[0]?.path).toBe('/api/projects/quick-show'))
})

test('A and R act on the row that has the focus, not on the selection', async () => {
  const requests = renderSubmissions()
  await findRow('Quick show')
  ;(await findRow('Tally')).title.focus()
  await userEvent.keyboard('r')
  expect(await screen.findByRole('dialog', { name: 'Reject Tally?' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  ;(await findRow('Tally')).title.focus()
  await userEvent.keyboard('a')
  leavePage()
  await waitFor(() => expect(reviews(requests).map(({ path }) => path)).toEqual(['/api/projects/tally']))
})

test('a key that is held down neither approves nor rejects', async () => {
  const requests = renderSubmissions()
  const { title } = await findRow('Quick show')
  for (const key of ['a', 'r']) fireEvent.keyDown(title, { key, repeat: true })
  leavePage()
  expect(reviews(requests)).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks for the reason of a rejection when R is pressed', async () => {
  renderSubmissions()
  ;(await findRow('Quick show')).title.focus()
  await userEvent.keyboard('r')
  expect(await screen.findByRole('dialog', { name: 'Reject Quick show?' })).toBeTruthy()
})

test('ignores the shortcuts outside the list, on reviewed rows, and with a modifier key', async () => {
  const requests = renderSubmissions()
  const approved = await findRow('Applause')
  await userEvent.keyboard('a')
  await userEvent.click(approved.title)
  await userEvent.keyboard('a{Control>}r{/Control}r')
  leavePage()
  expect(reviews(requests)).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('lists the shortcuts on the screen and can switch them off', async () => {
  const requests = renderSubmissions()
  expect(screen.getByText('approve')).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Shortcuts' }))
  expect(screen.queryByText('approve')).toBeNull()
  ;(await findRow('Quick show')).title.focus()
  await userEvent.keyboard('ja')
  leavePage()
  expect(document.activeElement).toBe((await findRow('Quick show')).title)
  expect(reviews(requests)).toEqual([])
})

test('a viewer reads submissions and reviews none, neither with buttons nor with keys', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'viewer' } } })
  const requests = renderSubmissions()
  const { title, item } = await findRow('Tally')
  expect(item.queryByRole('button', { name: 'Approve Tally' })).toBeNull()
  expect(item.queryByRole('checkbox')).toBeNull()
  expect(item.getByRole('button', { name: 'View Tally' })).toBeTruthy()
  title.focus()
  await userEvent.keyboard('axr')
  leavePage()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
})
