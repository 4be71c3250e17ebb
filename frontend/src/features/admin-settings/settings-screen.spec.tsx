// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import { SettingsScreen } from './settings-screen.tsx'

beforeEach(() => useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: true }))

const start = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'START CHALLENGE' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Start the challenge now?' }))
  await userEvent.click(question.getByRole('button', { name: 'Start now' }))
}

test('starting the challenge shows a confirmation', async () => {
  const requests = mockServer({
    'POST /api/admin/challenge/start': () => ({
      success: true,
      position: '3',
      day: 1,
      startsAt: '2025-11-02T09:00:00.000Z',
    }),
  })
  render(<SettingsScreen />)
  expect(screen.getByText('Fixed Duration: 30 Days')).toBeTruthy()
  expect(screen.getByText(/^Not started yet\./)).toBeTruthy()
  await start()
  const alert = within(await screen.findByRole('alertdialog', { name: 'Challenge started' }))
  expect(alert.getByText('Challenge started! 30 days of awesomeness begins now!')).toBeTruthy()
  await userEvent.click(alert.getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByText(/today is day 1 of 30/)).toBeTruthy()
  expect(requests).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'START CHALLENGE' })).toBeNull()
})

test('the challenge does not start without a confirmation', async () => {
  const requests = mockServer({})
  render(<SettingsScreen />)
  await userEvent.click(screen.getByRole('button', { name: 'START CHALLENGE' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(requests).toHaveLength(0)
})

test('a second start shows the message of the server', async () => {
  mockServer({
    'POST /api/admin/challenge/start': () =>
      errorResponse(409, 'already-started', 'The challenge has already been started'),
  })
  render(<SettingsScreen />)
  await start()
  expect(await screen.findByText('The challenge has already been started')).toBeTruthy()
})

test('a start without a response shows the fixed message', async () => {
  mockServer({ 'POST /api/admin/challenge/start': networkError })
  render(<SettingsScreen />)
  await start()
  expect(await screen.findByText('Failed to start the challenge. Please try again.')).toBeTruthy()
})

test('the reset is announced and has no button', () => {
  render(<SettingsScreen />)
  expect(screen.getByText(/come with the next release/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Reset/ })).toBeNull()
})

const started = {
  started: true,
  startsAt: '2099-11-01T09:00:00.000Z',
  day: 20,
  endsAt: '2099-12-08T00:00:00.000Z',
  timeZone: 'Asia/Tokyo',
}
const endResponse = (endsAt: string, { ended = false, isEndSet = true } = {}) => ({
  success: true,
  position: '4',
  endsAt,
  ended,
  isEndSet,
})
const openEnd = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Change the end' }))
  return within(await screen.findByRole('dialog', { name: 'End of the challenge' }))
}

test('an admin moves the end, in the time zone of the challenge', async () => {
  useCurrentDay.setState(started)
  const requests = mockServer({
    'POST /api/admin/challenge/end': () => endResponse('2099-12-10T09:30:00.000Z'),
  })
  render(<SettingsScreen />)
  const dialog = await openEnd()
  expect(dialog.getByText(/This is the default, seven days after day 30\./)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull()
  const field = dialog.getByLabelText('Date and time (Asia/Tokyo)')
  expect(field).toHaveProperty('value', '2099-12-08T09:00')
  fireEvent.change(field, { target: { value: '2099-12-10T18:30' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Move the end' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests[0]?.body).toEqual({ at: '2099-12-10T09:30:00.000Z' })
  expect(screen.getByText(/^The challenge ends/).textContent).toBe(
    'The challenge ends on Dec 10, 2099 at 6:30 PM (Asia/Tokyo).',
  )
})

test('ending the challenge now is confirmed first', async () => {
  useCurrentDay.setState(started)
  const requests = mockServer({
    'POST /api/admin/challenge/end': () => endResponse('2099-11-20T09:30:00.000Z', { ended: true }),
  })
  render(<SettingsScreen />)
  await userEvent.click((await openEnd()).getByRole('button', { name: 'End now' }))
  const confirmation = within(await screen.findByRole('alertdialog', { name: 'End the challenge now?' }))
  expect(requests).toHaveLength(0)
  await userEvent.click(confirmation.getByRole('button', { name: 'End now' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests.map(({ body }) => body)).toEqual([{}])
  expect(screen.getByText(/^The challenge ended/)).toBeTruthy()
  expect((await openEnd()).queryByRole('button', { name: 'End now' })).toBeNull()
})

test('a challenge that has not started cannot be ended now', async () => {
  useCurrentDay.setState(useCurrentDay.getInitialState())
  render(<SettingsScreen />)
  expect((await openEnd()).queryByRole('button', { name: 'End now' })).toBeNull()
})

test('an end that was set is undone', async () => {
  useCurrentDay.setState({ ...started, ended: true, isEndSet: true })
  const requests = mockServer({
    'DELETE /api/admin/challenge/end': () => endResponse('2099-12-08T00:00:00.000Z', { isEndSet: false }),
  })
  render(<SettingsScreen />)
  await userEvent.click((await openEnd()).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests).toHaveLength(1)
  expect(screen.getByText(/^The challenge ends/)).toBeTruthy()
})

test('a refused end shows the message of the server and keeps the dialog', async () => {
  useCurrentDay.setState(started)
  const message = 'The end must not be in the past'
  mockServer({
    'POST /api/admin/challenge/end': () => errorResponse(422, 'invalid-fields', message, { at: message }),
  })
  render(<SettingsScreen />)
  const dialog = await openEnd()
  await userEvent.click(dialog.getByRole('button', { name: 'Move the end' }))
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Date and time (Asia/Tokyo)'))
})
