// @vitest-environment happy-dom
import { defaultOptions } from '@thirty/contracts/challenge/challenge-state.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from '../../shared/navigation/router.ts'
import { expect, test, vi } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { refreshInVain, staleNotice } from '../../../testing/refresh-in-vain.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { useSession } from '../../shared/session/session.ts'
import { clearUserData } from '../../shared/storage/user-change.ts'
import { QuickOptions } from './settings-screen.tsx'

const bothOn = { ...defaultOptions, notifications: true, emailReminders: true }
const loaded = (options = bothOn) => ({ success: true, options, position: '10', epoch: 'e1' })
const path = '/api/admin/challenge/options'

/** Renders the options as an admin who has just signed in. */
const renderOptions = () => {
  clearUserData()
  return render(<QuickOptions />, { wrapper: MemoryRouter })
}
const findSwitch = (name: string) =>
  screen.findByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) })
const changed = (options: typeof bothOn, position = '11') => ({
  options,
  position,
  epoch: 'e1',
  at: '2025-11-20T11:00:00.000Z',
})

test('shows that the options are loading, and then both on', async () => {
  const response = Promise.withResolvers<object>()
  mockServer({ [`GET ${path}`]: () => response.promise })
  renderOptions()
  expect(screen.getByText('Loading the options')).toBeTruthy()
  response.resolve(loaded())
  expect((await findSwitch('Notifications')).checked).toBe(true)
  expect((await findSwitch('Email Reminders')).checked).toBe(true)
  expect(screen.getAllByText('ON')).toHaveLength(2)
})

test('options that cannot be loaded can be requested again', async () => {
  const responses = [() => errorResponse(503, 'unavailable', 'The server is busy.'), () => loaded()]
  mockServer({ [`GET ${path}`]: () => responses.shift()?.() })
  renderOptions()
  expect(await screen.findByText('The server is busy.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect((await findSwitch('Notifications')).checked).toBe(true)
})

test('a switch takes effect at once and sends only its option, once when it is pressed twice', async () => {
  const response = Promise.withResolvers<object>()
  const requests = mockServer({ [`GET ${path}`]: () => loaded(), [`PUT ${path}`]: () => response.promise })
  renderOptions()
  const reminders = await findSwitch('Email Reminders')
  await userEvent.click(reminders)
  await userEvent.click(reminders)
  expect(reminders.checked).toBe(false)
  expect(screen.getByText('No reminders are sent.')).toBeTruthy()
  response.resolve({ success: true, position: '11', options: { ...bothOn, emailReminders: false } })
  await waitFor(() => expect(reminders.getAttribute('aria-busy')).toBe('false'))
  expect(reminders.checked).toBe(false)
  const changes = requests.filter(({ method }) => method === 'PUT')
  expect(changes.map(({ body }) => body)).toEqual([{ emailReminders: false }])
  expect(document.activeElement).toBe(reminders)
})

test('a response does not undo a later switch by another admin', async () => {
  const response = Promise.withResolvers<object>()
  mockServer({ [`GET ${path}`]: () => loaded(), [`PUT ${path}`]: () => response.promise })
  renderOptions()
  const reminders = await findSwitch('Email Reminders')
  await vi.dynamicImportSettled()
  await userEvent.click(reminders)
  await emitFromServer(
    'options.changed',
    changed({ ...bothOn, notifications: false, emailReminders: false }, '12'),
  )
  response.resolve({ success: true, position: '11', options: { ...bothOn, emailReminders: false } })
  await waitFor(() => expect(reminders.getAttribute('aria-busy')).toBe('false'))
  expect((await findSwitch('Notifications')).checked).toBe(false)
})

test('a switch that fails returns to its state and says why', async () => {
  mockServer({ [`GET ${path}`]: () => loaded(), [`PUT ${path}`]: networkError })
  renderOptions()
  const notifications = await findSwitch('Notifications')
  await userEvent.click(notifications)
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to switch “Notifications”. Please try again.',
  )
  expect(notifications.checked).toBe(true)
})

test('an admin without a second factor is told to set one up, and where', async () => {
  const text = 'Set up two-factor sign-in for yourself first.'
  mockServer({
    [`GET ${path}`]: () => loaded(),
    [`PUT ${path}`]: () => errorResponse(409, 'no-second-factor', text),
  })
  renderOptions()
  const owners = await findSwitch('Owners need two-factor sign-in')
  expect(owners.checked).toBe(false)
  await userEvent.click(owners)
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  expect(screen.getByRole('link', { name: 'Your security settings' }).getAttribute('href')).toBe(
    '/admin/security',
  )
  await waitFor(() => expect(owners.checked).toBe(false))
})

test('a switch by another admin arrives live, and an older message is ignored', async () => {
  mockServer({ [`GET ${path}`]: () => loaded() })
  renderOptions()
  const notifications = await findSwitch('Notifications')
  await vi.dynamicImportSettled()
  await emitFromServer('options.changed', changed({ ...bothOn, notifications: false }))
  expect(notifications.checked).toBe(false)
  await emitFromServer('options.changed', changed(bothOn, '9'))
  expect(notifications.checked).toBe(false)
})

test.each([
  ['owner', [true, true]],
  ['organiser', [true, false]],
  ['reviewer', [false, false]],
] as const)('whether a %s may switch the notifications, and what owners need', async (role, may) => {
  mockServer({ [`GET ${path}`]: () => loaded() })
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role } } })
  renderOptions()
  const [notifications, owners] = [
    await findSwitch('Notifications'),
    await findSwitch('Owners need two-factor sign-in'),
  ]
  expect([!notifications.disabled, !owners.disabled]).toEqual(may)
  expect(screen.queryByText(/Only owners can change this\./) === null).toBe(may[1])
})

test('the page says that the options could not be updated', async () => {
  mockServer({ [`GET ${path}`]: () => loaded() })
  renderOptions()
  await findSwitch('Notifications')
  expect(await refreshInVain()).toEqual([staleNotice])
  expect((await findSwitch('Notifications')).checked).toBe(true)
})

const until = '2099-11-20T12:00:00.000Z'
const event = { networks: ['203.0.113.0/24', '2001:db8::/48'], until }
const optionsWith = (eventNetworks: typeof event | null) => ({ ...defaultOptions, eventNetworks })

/** Shows the options. `answer` answers a change. */
function renderWithEvent(eventNetworks: typeof event | null, answer?: RouteHandler) {
  clearUserData()
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: true, timeZone: 'Asia/Tokyo' })
  const response = { success: true, options: optionsWith(eventNetworks), yourAddress: '203.0.113.7' }
  const requests = mockServer({
    [`GET ${path}`]: () => ({ ...response, position: '10', epoch: 'e1' }),
    ...(answer && { [`PUT ${path}`]: answer }),
  })
  render(<QuickOptions />, { wrapper: MemoryRouter })
  return requests
}
const openDialog = async (button: string) => {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog', { name: 'On-site event' }))
}

test('an owner names the networks of an event and its end in the time zone of the challenge', async () => {
  const requests = renderWithEvent(null, () => ({
    success: true,
    position: '11',
    options: optionsWith(event),
  }))
  const dialog = await openDialog('Add an event')
  expect(dialog.getByText(/Your current address is 203\.0\.113\.7\./)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Networks'), '203.0.113.0/24, 2001:db8::/48')
  await userEvent.type(dialog.getByLabelText('End of the event (Asia/Tokyo)'), '2099-11-20T21:00')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/203\.0\.113\.0\/24 and 2001:db8::\/48/)).toBeTruthy()
  expect(requests.at(-1)).toMatchObject({ method: 'PUT', body: { eventNetworks: event } })
})

test('an invalid network, and an end that the server refuses, have their errors at their fields', async () => {
  const message = 'The event must end in the next 30 days'
  const requests = renderWithEvent(null, () =>
    errorResponse(422, 'invalid-fields', message, { 'eventNetworks.until': message }),
  )
  const dialog = await openDialog('Add an event')
  await userEvent.type(dialog.getByLabelText('Networks'), '0.0.0.0/0')
  await userEvent.type(dialog.getByLabelText('End of the event (Asia/Tokyo)'), '2099-11-20T21:00')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findAllByText(/Enter addresses or networks, such as/)).not.toHaveLength(0)
  expect(requests).toHaveLength(1)
  await userEvent.clear(dialog.getByLabelText('Networks'))
  await userEvent.type(dialog.getByLabelText('Networks'), '203.0.113.7')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findAllByText(message)).not.toHaveLength(0)
})

test('an event that is under way can be ended at once', async () => {
  const requests = renderWithEvent(event, () => ({
    success: true,
    position: '11',
    options: optionsWith(null),
  }))
  const dialog = await openDialog('Change the event')
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Networks').value).toBe('203.0.113.0/24\n2001:db8::/48')
  await userEvent.click(dialog.getByRole('button', { name: 'End the event now' }))
  expect(await screen.findByRole('button', { name: 'Add an event' })).toBeTruthy()
  expect(requests.at(-1)).toMatchObject({ body: { eventNetworks: null } })
})

test('an event that is over is not shown, and its networks are offered again', async () => {
  renderWithEvent({ ...event, until: '2020-01-01T00:00:00.000Z' })
  const dialog = await openDialog('Add an event')
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Networks').value).toContain('203.0.113.0/24')
  expect(dialog.queryByRole('button', { name: 'End the event now' })).toBeNull()
})

test('an organiser sees the event and cannot change it', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'organiser' } } })
  renderWithEvent(event)
  expect(await screen.findByText(/203\.0\.113\.0\/24/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change the event' })).toBeNull()
})
