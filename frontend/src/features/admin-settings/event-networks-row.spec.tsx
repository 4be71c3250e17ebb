// @vitest-environment happy-dom
import { defaultOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { errorResponse, mockServer, type RouteHandler } from '../../../testing/mock-server.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { useSession } from '../../shared/session/session.ts'
import { clearUserData } from '../../shared/storage/user-data.ts'
import { QuickOptions } from './quick-options.tsx'

const path = '/api/admin/challenge/options'
const until = '2099-11-20T12:00:00.000Z'
const event = { networks: ['203.0.113.0/24', '2001:db8::/48'], until }
const optionsWith = (eventNetworks: typeof event | null) => ({ ...defaultOptions, eventNetworks })

beforeEach(() =>
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: true, timeZone: 'Asia/Tokyo' }),
)

/** Shows the options. `answer` answers a change. */
function renderOptions(eventNetworks: typeof event | null, answer?: RouteHandler) {
  clearUserData()
  const loaded = { success: true, options: optionsWith(eventNetworks), yourAddress: '203.0.113.7' }
  const requests = mockServer({
    [`GET ${path}`]: () => ({ ...loaded, position: '10', epoch: 'e1' }),
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
  const requests = renderOptions(null, () => ({ success: true, position: '11', options: optionsWith(event) }))
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
  const requests = renderOptions(null, () =>
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
  const requests = renderOptions(event, () => ({ success: true, position: '11', options: optionsWith(null) }))
  const dialog = await openDialog('Change the event')
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Networks').value).toBe('203.0.113.0/24\n2001:db8::/48')
  await userEvent.click(dialog.getByRole('button', { name: 'End the event now' }))
  expect(await screen.findByRole('button', { name: 'Add an event' })).toBeTruthy()
  expect(requests.at(-1)).toMatchObject({ body: { eventNetworks: null } })
})

test('an event that is over is not shown, and its networks are offered again', async () => {
  renderOptions({ ...event, until: '2020-01-01T00:00:00.000Z' })
  const dialog = await openDialog('Add an event')
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Networks').value).toContain('203.0.113.0/24')
  expect(dialog.queryByRole('button', { name: 'End the event now' })).toBeNull()
})

test('an organiser sees the event and cannot change it', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'organiser' } } })
  renderOptions(event)
  expect(await screen.findByText(/203\.0\.113\.0\/24/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change the event' })).toBeNull()
})
