// @vitest-environment happy-dom
import type { AcceptedKey } from '@thirty/contracts/backups/backup-keys-api.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { renderBackups } from '../../../testing/backups-screen.tsx'
import { errorResponse, type RouteHandler } from '../../../testing/mock-server.ts'
import { useSession } from '../../shared/session/session.ts'

const own = '0123456789abcdef'.repeat(2)
const other = 'fedcba9876543210'.repeat(2)
const spring: AcceptedKey = {
  fingerprint: other,
  name: 'Spring',
  acceptedAt: '2025-11-18T21:04:00.000Z',
  acceptedBy: 'Ines Duarte',
}
let accepted = [spring]

beforeEach(() => {
  accepted = [spring]
})

const renderKeys = async (routes: Record<string, RouteHandler> = {}) => {
  const { requests } = renderBackups({
    'GET /api/admin/backup-keys': () => ({ success: true, own, accepted }),
    'PUT /api/admin/backup-keys/:fingerprint': () => {
      accepted = [{ ...spring, name: 'Autumn' }]
      return { success: true, position: '501' }
    },
    'DELETE /api/admin/backup-keys/:fingerprint': () => {
      accepted = []
      return { success: true, position: '501' }
    },
    ...routes,
  })
  await screen.findByText('Key of this installation')
  return { requests }
}

test("shows this installation's key in groups, and copies it as it is", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
  await renderKeys()
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  expect(screen.getByText('0123 4567 89ab cdef 0123 4567 89ab cdef')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Copy the key of this installation' }))
  expect(await screen.findByText('Key copied')).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith(own)
})

test('lists the accepted keys with their names, and who accepted them when', async () => {
  await renderKeys()
  const list = within(screen.getByRole('list', { name: 'Accepted keys' }))
  expect(list.getByRole('heading', { name: 'Spring' })).toBeTruthy()
  expect(list.getByText('fedc ba98 7654 3210 fedc ba98 7654 3210')).toBeTruthy()
  expect(list.getByText(/^Accepted by/).textContent).toMatch(/^Accepted by Ines Duarte, Nov 18, 2025/)
})

test('a key whose acceptance is not known says only when', async () => {
  accepted = [{ ...spring, acceptedBy: null }]
  await renderKeys()
  expect(screen.getByText('Accepted').textContent).toMatch(/^Accepted Nov 18, 2025/)
})

const openForm = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Accept key' }))
  return within(await screen.findByRole('dialog', { name: 'Accept the key of another installation' }))
}

test('accepts a key that was pasted with spaces and capital letters', async () => {
  accepted = []
  const { requests } = await renderKeys()
  expect(screen.getByText('No accepted keys yet.')).toBeTruthy()
  const form = await openForm()
  await userEvent.click(form.getByLabelText('Key'))
  await userEvent.paste(` ${other.toUpperCase().replaceAll(/.{4}/g, '$& ')}\n`)
  await userEvent.type(form.getByLabelText('Name'), 'Autumn')
  await userEvent.click(form.getByRole('button', { name: 'Accept key' }))
  expect(await screen.findByRole('heading', { name: 'Autumn' })).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PUT')).toMatchObject({
    path: `/api/admin/backup-keys/${other}`,
    body: { name: 'Autumn' },
  })
})

test.each(['', 'weekly', own.slice(1), `${own}0`, own.replace('0', 'g')])(
  'says that %j is not a key, and sends nothing',
  async (text) => {
    const { requests } = await renderKeys()
    const form = await openForm()
    await userEvent.click(form.getByLabelText('Key'))
    await userEvent.paste(text)
    await userEvent.type(form.getByLabelText('Name'), 'Autumn')
    await userEvent.click(form.getByRole('button', { name: 'Accept key' }))
    expect(await form.findByText(/^This is not a key\./)).toBeTruthy()
    expect(requests.some(({ method }) => method === 'PUT')).toBe(false)
  },
)

test('says that the key is that of this installation', async () => {
  await renderKeys({
    'PUT /api/admin/backup-keys/:fingerprint': () =>
      errorResponse(409, 'conflict', 'This is the key of this installation.'),
  })
  const form = await openForm()
  await userEvent.click(form.getByLabelText('Key'))
  await userEvent.paste(own)
  await userEvent.type(form.getByLabelText('Name'), 'Us')
  await userEvent.click(form.getByRole('button', { name: 'Accept key' }))
  expect((await form.findByRole('alert')).textContent).toBe('This is the key of this installation.')
})

test('removes a key after a question, and moves the focus', async () => {
  const { requests } = await renderKeys()
  await userEvent.click(screen.getByRole('button', { name: 'Remove the key of Spring' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove the key of Spring?' }))
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No accepted keys yet.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Accept key' })))
})

test('an admin who may not accept keys sees them, and who can', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'organiser' } } })
  await renderKeys()
  expect(screen.getByRole('heading', { name: 'Spring' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy the key of this installation' })).toBeTruthy()
  expect(screen.getByText('Only owners accept and remove keys.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept key' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('what was typed stays when the right to accept keys is lost meanwhile', async () => {
  await renderKeys()
  const form = await openForm()
  await userEvent.type(form.getByLabelText('Name'), 'Autumn')
  act(() => useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'organiser' } } }))
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Autumn')
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('button', { name: 'Accept key' })).toBeNull()
})

test('says that the keys could not be loaded, and tries again', async () => {
  let isBroken = true
  renderBackups({
    'GET /api/admin/backup-keys': () =>
      isBroken
        ? errorResponse(503, 'storage-unavailable', 'The storage does not respond.')
        : { success: true, own, accepted },
  })
  expect(await screen.findByText(/^Failed to load the keys: The storage/)).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Key of this installation')).toBeTruthy()
})
