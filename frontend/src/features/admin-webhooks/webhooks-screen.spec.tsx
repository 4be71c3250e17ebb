// @vitest-environment happy-dom
import type { Delivery, Webhook } from '@thirty/contracts/webhooks/api.ts'
import { webhookTypes } from '@thirty/contracts/webhooks/webhooks.ts'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { expect, test } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, type RouteHandler } from '../../../testing/mock-server.ts'
import { refreshInVain, staleNotice } from '../../../testing/refresh-in-vain.tsx'
import { Toasts } from '../../shared/ui/feedback/shell-messages.tsx'
import { WebhooksScreen } from './webhooks-screen.tsx'

const at = '2025-11-20T11:00:00.000Z'
const chat: Webhook = {
  id: 'w1',
  address: 'https://hooks.example/services/T1',
  host: 'hooks.example',
  description: 'Team chat',
  types: ['project.submitted', 'project.rated'],
  isOn: true,
  turnedOff: null,
  createdAt: at,
  oldSecretUntil: null,
  failingSince: null,
  lastSuccessAt: at,
  lastTryAt: at,
  delivered: 1_204,
  failed: 0,
  waiting: 0,
}
const delivery: Delivery = {
  id: 'msg_1',
  type: 'project.submitted',
  state: 'waiting',
  createdAt: at,
  tries: [
    { at, durationMs: 210, status: 500, error: null, response: '<b>broken</b>' },
    { at: '2025-11-20T10:59:00.000Z', durationMs: 15_000, status: null, error: 'timeout', response: '' },
  ],
  tryCount: 2,
  nextTryAt: '2025-11-20T11:05:00.000Z',
  body: '{"type":"project.submitted"}',
}
const list = (...webhooks: Webhook[]) => ({ success: true, webhooks, at })
const deliveries = (...found: Delivery[]) => ({ success: true, deliveries: found, total: found.length })
const done = { success: true, position: '9', webhook: 'w1' }

function renderScreen(routes: Record<string, RouteHandler> = {}) {
  const requests = mockServer({
    'GET /api/admin/webhooks': () => list(chat),
    'GET /api/admin/webhooks/:id/deliveries': () => deliveries(delivery),
    ...routes,
  })
  const element = (
    <>
      <WebhooksScreen />
      <Toasts />
    </>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  return { requests }
}
const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name, level: 2 })
  return within(heading.closest('li') as HTMLElement)
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('shows each webhook with its address, its state and its counts', async () => {
  renderScreen({
    'GET /api/admin/webhooks': () =>
      list(
        chat,
        { ...chat, id: 'w2', description: '', isOn: false, host: 'off.example' },
        { ...chat, id: 'w3', description: 'Failing one', failingSince: at, failed: 3, waiting: 7 },
        { ...chat, id: 'w4', description: 'Gone one', isOn: false, turnedOff: 'gone' },
        { ...chat, id: 'w5', description: 'Locked one', address: null },
      ),
  })
  expect(screen.getByText('Loading webhooks')).toBeTruthy()
  const healthy = await card('Team chat')
  expect(healthy.getByText('Healthy')).toBeTruthy()
  expect(healthy.getByText('https://hooks.example/services/T1')).toBeTruthy()
  expect(healthy.getByText(/delivered/).textContent).toBe('1,204 delivered')
  expect((await card('off.example')).getByText('Off')).toBeTruthy()
  const failing = await card('Failing one')
  expect(failing.getByText('Failing')).toBeTruthy()
  expect(failing.getByText(/All deliveries have failed since/)).toBeTruthy()
  expect(failing.getByText(/waiting/).textContent).toBe('7 waiting')
  const gone = await card('Gone one')
  expect(gone.getByText('Turned off')).toBeTruthy()
  expect(gone.getByText(/responded with 410/)).toBeTruthy()
  expect((await card('Locked one')).getByText('Needs its address')).toBeTruthy()
})

test('says that there are none, and that they could not be loaded', async () => {
  let isBroken = true
  renderScreen({
    'GET /api/admin/webhooks': () =>
      isBroken ? errorResponse(503, 'storage-unavailable', 'The storage does not respond.') : list(),
  })
  expect(await screen.findByText('Failed to load the webhooks')).toBeTruthy()
  expect(screen.getByText('The storage does not respond.')).toBeTruthy()
  isBroken = false
  await press('Try Again')
  expect(await screen.findByText('No webhooks yet')).toBeTruthy()
})

test('creates a webhook, and shows its secret once', async () => {
  let webhooks: Webhook[] = []
  const { requests } = renderScreen({
    'GET /api/admin/webhooks': () => list(...webhooks),
    'POST /api/admin/webhooks': () => {
      webhooks = [chat]
      return { ...done, secret: 'whsec_shown_once' }
    },
  })
  await screen.findByText('No webhooks yet')
  await press('Add webhook')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a webhook' }))
  await userEvent.type(dialog.getByLabelText('Address'), 'https://hooks.example/')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'All events' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add webhook' }))
  expect(await dialog.findAllByText('Choose at least one event')).not.toHaveLength(0)
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Project rated' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add webhook' }))
  const secret = within(await screen.findByRole('alertdialog', { name: 'Signing secret' }))
  expect(secret.getByLabelText<HTMLInputElement>('Secret').value).toBe('whsec_shown_once')
  const [sent] = requests.filter(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({
    address: 'https://hooks.example/',
    description: '',
    types: ['project.rated'],
    isOn: true,
  })
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog')).not.toBeNull()
  await userEvent.click(secret.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('whsec_shown_once')).toBeNull())
  expect(await card('Team chat')).toBeTruthy()
})

test('shows what the server says about an address beside its field', async () => {
  const message = 'The address must be a public domain name'
  renderScreen({
    'PUT /api/admin/webhooks/:id': () => errorResponse(422, 'invalid-fields', message, { address: message }),
  })
  await card('Team chat')
  await press('Edit the webhook to hooks.example')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit webhook' }))
  expect(dialog.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)).toHaveLength(2)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(dialog.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true')
})

test.each([
  [
    'of a webhook that another admin deletes',
    [chat],
    'Edit the webhook to hooks.example',
    'Edit webhook',
    [],
  ],
  ['of the first webhook, when another admin adds one', [], 'Add webhook', 'Add a webhook', [chat]],
] as const)('what was typed stays in the form %s meanwhile', async (_case, before, button, title, after) => {
  let webhooks: readonly Webhook[] = before
  renderScreen({ 'GET /api/admin/webhooks': () => list(...webhooks) })
  await userEvent.click(await screen.findByRole('button', { name: button }))
  const description = within(await screen.findByRole('dialog', { name: title })).getByLabelText(
    /^Description/,
  )
  await userEvent.type(description, ', typed')
  webhooks = after
  await act(() => emitFromServer('webhooks.changed', { webhook: null, at }))
  await waitFor(() => expect(screen.queryAllByText('No webhooks yet')).toHaveLength(1 - after.length))
  expect(description.isConnected).toBe(true)
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy()
})

test('shows the deliveries with their tries and payload, as text, and sends one again', async () => {
  const { requests } = renderScreen({
    'POST /api/admin/webhooks/:id/deliveries/:delivery/send': () => ({ success: true, delivery: 'msg_1' }),
  })
  await card('Team chat')
  await press('Deliveries')
  const log = within(await screen.findByRole('list', { name: 'Deliveries to hooks.example' }))
  expect(log.getByText('Retrying')).toBeTruthy()
  expect(log.getByText('2 attempts')).toBeTruthy()
  await userEvent.click(log.getByRole('button', { expanded: false }))
  expect(log.getByText('<b>broken</b>')).toBeTruthy()
  expect(log.getByText('Timed out')).toBeTruthy()
  expect(log.getByRole('region', { name: 'Payload' }).textContent).toContain('"type": "project.submitted"')
  await press('Send again')
  expect(await screen.findByText('The delivery is on its way again')).toBeTruthy()
  expect(requests.at(-1)?.path).toBe('/api/admin/webhooks/w1/deliveries/msg_1/send')
})

test('a test event opens the deliveries, which follow live messages', async () => {
  let found: Delivery[] = []
  renderScreen({
    'POST /api/admin/webhooks/:id/ping': () => ({ success: true, delivery: 'msg_2' }),
    'GET /api/admin/webhooks/:id/deliveries': () => deliveries(...found),
  })
  await card('Team chat')
  await press('Send test event')
  expect(await screen.findByText(/Nothing sent yet/)).toBeTruthy()
  found = [{ ...delivery, id: 'msg_2', type: 'ping', state: 'delivered', tryCount: 1, nextTryAt: null }]
  await act(() => emitFromServer('webhooks.changed', { webhook: 'other', at }))
  expect(screen.queryByText('ping')).toBeNull()
  await act(() => emitFromServer('webhooks.changed', { webhook: 'w1', at }))
  expect(await screen.findByText('ping')).toBeTruthy()
})

test('replaces the secret and deletes a webhook after a question', async () => {
  const { requests } = renderScreen({
    'POST /api/admin/webhooks/:id/rotate': () => ({ ...done, secret: 'whsec_new' }),
    'DELETE /api/admin/webhooks/:id': () => errorResponse(404, 'webhook-not-found', 'Webhook Not Found'),
  })
  await card('Team chat')
  await press('Replace the secret of the webhook to hooks.example')
  await press('Replace secret')
  expect(await screen.findByText(/also signed with the old secret/)).toBeTruthy()
  await press('Done')
  await press('Delete the webhook to hooks.example')
  await press('Delete')
  // Another admin was faster.
  expect(await screen.findByText('Webhook deleted')).toBeTruthy()
  expect(requests.map(({ method }) => method)).toContain('DELETE')
})

test.each(['the last', 'one of two'])(
  'the focus moves to "Add webhook" after %s was deleted',
  async (which) => {
    const others = which === 'the last' ? [] : [{ ...chat, id: 'w2', host: 'other.example' }]
    let webhooks = [chat, ...others]
    renderScreen({
      'GET /api/admin/webhooks': () => list(...webhooks),
      'DELETE /api/admin/webhooks/:id': () => {
        webhooks = others
        return done
      },
    })
    await screen.findAllByRole('heading', { name: 'Team chat' })
    await press('Delete the webhook to hooks.example')
    await press('Delete')
    await screen.findByText('Webhook deleted')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Add webhook'))
  },
)

test('twenty webhooks are the most', async () => {
  const twenty = Array.from({ length: 20 }, (_, index) => ({
    ...chat,
    id: `w${index}`,
    types: [...webhookTypes],
  }))
  renderScreen({ 'GET /api/admin/webhooks': () => list(...twenty) })
  expect(await screen.findByText('You can have at most 20 webhooks.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add webhook' }).disabled).toBe(true)
})

test('the page says that the webhooks and the deliveries could not be updated', async () => {
  renderScreen()
  await card('Team chat')
  await press('Deliveries')
  await screen.findByRole('list', { name: 'Deliveries to hooks.example' })
  expect(await refreshInVain()).toEqual([staleNotice])
  await card('Team chat')
  expect(screen.getByRole('list', { name: 'Deliveries to hooks.example' })).toBeTruthy()
})
