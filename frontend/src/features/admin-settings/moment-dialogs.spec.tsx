// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { errorResponse, mockServer } from '../../../testing/mock-server.ts'
import {
  changeOf,
  renderScreen,
  startChallenge,
  resetSettings,
  sentCommands,
  settingsRoutes,
} from '../../../testing/settings-screen.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { noteServerTime } from '../../shared/http/response-headers.ts'

beforeEach(resetSettings)

const scheduled = { started: false, startsAt: '2099-11-02T00:00:00.000Z' }
const openStart = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Change the start' }))
  return within(await screen.findByRole('dialog', { name: 'Start of the challenge' }))
}

test('an admin schedules the start, in the time zone of the challenge', async () => {
  useCurrentDay.setState({ timeZone: 'Asia/Tokyo' })
  const requests = mockServer({
    ...settingsRoutes,
    'POST /api/admin/challenge/start': ({ body }) => changeOf({ started: false, ...Object(body) }),
  })
  renderScreen()
  expect(screen.getByText(/in the time zone Asia\/Tokyo, where it is \d?\d:\d\d [AP]M now\.$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Schedule the start' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Start of the challenge' }))
  expect(dialog.queryByRole('button', { name: 'Cancel the start' })).toBeNull()
  fireEvent.change(dialog.getByLabelText('Date and time (Asia/Tokyo)'), {
    target: { value: '2099-11-02T09:00' },
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule the start' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentCommands(requests)[0]?.body).toEqual({ startsAt: '2099-11-02T00:00:00.000Z' })
  expect(screen.getByText(/^Starts/).textContent).toBe('Starts on Nov 2, 2099 at 9:00 AM (Asia/Tokyo).')
  expect(screen.getByRole('button', { name: 'START CHALLENGE' })).toBeTruthy()
})

test('a scheduled start is moved, cancelled, and brought forward to now', async () => {
  useCurrentDay.setState(scheduled)
  const requests = mockServer({
    ...settingsRoutes,
    'PUT /api/admin/challenge/schedule': ({ body }) =>
      changeOf({
        started: !('startsAt' in Object(body)),
        startsAt: '2025-11-02T09:00:00.000Z',
        ...Object(body),
      }),
    'DELETE /api/admin/challenge/schedule': () => changeOf({ started: false, startsAt: null }),
  })
  renderScreen()
  const move = await openStart()
  fireEvent.change(move.getByLabelText(/^Date and time/), { target: { value: '2099-11-03T00:00' } })
  await userEvent.click(move.getByRole('button', { name: 'Move the start' }))
  await waitFor(() => expect(screen.getByText(/^Starts/).textContent).toContain('Nov 3, 2099'))
  await userEvent.click((await openStart()).getByRole('button', { name: 'Cancel the start' }))
  expect(await screen.findByText(/^Not started yet\./)).toBeTruthy()
  useCurrentDay.setState(scheduled)
  await startChallenge()
  expect(await screen.findByText('Challenge started! 30 days of awesomeness begins now!')).toBeTruthy()
  expect(sentCommands(requests).map(({ method, body }) => [method, body])).toEqual([
    ['PUT', { startsAt: '2099-11-03T00:00:00.000Z' }],
    ['DELETE', undefined],
    ['PUT', {}],
  ])
})

test.each(['Schedule the start', 'Change the start'])(
  'a time in the past asks as a start does, and starts nothing without the answer: %s',
  async (button) => {
    if (button === 'Change the start') useCurrentDay.setState(scheduled)
    const requests = mockServer({
      ...settingsRoutes,
      'POST /api/admin/challenge/start': ({ body }) => changeOf({ started: true, ...Object(body) }),
      'PUT /api/admin/challenge/schedule': ({ body }) => changeOf({ started: true, ...Object(body) }),
    })
    renderScreen()
    await userEvent.click(screen.getByRole('button', { name: button }))
    await screen.findByRole('dialog', { name: 'Start of the challenge' })
    fireEvent.change(screen.getByLabelText(/^Date and time/), { target: { value: '2020-11-02T09:00' } })
    const save = { name: button === 'Change the start' ? 'Move the start' : button }
    const press = async () =>
      userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', save))
    await press()
    const question = () => screen.findByRole('alertdialog', { name: 'Start the challenge now?' })
    await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }))
    expect(sentCommands(requests)).toEqual([])
    expect(screen.getByLabelText(/^Date and time/)).toHaveProperty('value', '2020-11-02T09:00')
    await press()
    await userEvent.click(within(await question()).getByRole('button', { name: 'Start now' }))
    expect(await screen.findByText('Challenge started! 30 days of awesomeness begins now!')).toBeTruthy()
    expect(sentCommands(requests).map(({ body }) => body)).toEqual([{ startsAt: '2020-11-02T09:00:00.000Z' }])
  },
)

test('on a device whose clock is slow, a time that is past for the server asks, too', async () => {
  mockServer(settingsRoutes)
  renderScreen()
  await screen.findByText('Notifications')
  noteServerTime(new Date(Date.now() + 86_400_000).toUTCString(), Date.now(), Date.now())
  onTestFinished(() => noteServerTime(new Date().toUTCString(), Date.now(), Date.now()))
  await userEvent.click(screen.getByRole('button', { name: 'Schedule the start' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Start of the challenge' }))
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)
  fireEvent.change(dialog.getByLabelText(/^Date and time/), { target: { value: inAnHour } })
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule the start' }))
  expect(await screen.findByRole('alertdialog', { name: 'Start the challenge now?' })).toBeTruthy()
})

test('a start that the server refuses has its error at the field', async () => {
  const message = 'Day 30 would have to be in the future'
  mockServer({
    ...settingsRoutes,
    'POST /api/admin/challenge/start': () =>
      errorResponse(422, 'invalid-fields', message, { startsAt: message }),
  })
  renderScreen()
  await userEvent.click(screen.getByRole('button', { name: 'Schedule the start' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Start of the challenge' }))
  const time = dialog.getByLabelText(/^Date and time/)
  fireEvent.change(time, { target: { value: '2099-11-02T09:00' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule the start' }))
  await waitFor(() => expect(time.getAttribute('aria-invalid')).toBe('true'))
  expect(dialog.getByText(message)).toBeTruthy()
})

test('a schedule without a time is refused at its field', async () => {
  mockServer(settingsRoutes)
  renderScreen()
  await userEvent.click(screen.getByRole('button', { name: 'Schedule the start' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule the start' }))
  expect(await dialog.findByText('Choose a date and a time.')).toBeTruthy()
})

const started = {
  started: true,
  startsAt: '2099-11-01T09:00:00.000Z',
  day: 20,
  endsAt: '2099-12-08T00:00:00.000Z',
  timeZone: 'Asia/Tokyo',
}
const endResponse = (endsAt: string, { ended = false, isEndSet = true } = {}) =>
  changeOf({ endsAt, ended, isEndSet })
const openEnd = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Change the end' }))
  return within(await screen.findByRole('dialog', { name: 'End of the challenge' }))
}

test('an admin moves the end, in the time zone of the challenge', async () => {
  useCurrentDay.setState(started)
  const requests = mockServer({
    ...settingsRoutes,
    'POST /api/admin/challenge/end': () => endResponse('2099-12-10T09:30:00.000Z'),
  })
  renderScreen()
  const dialog = await openEnd()
  expect(dialog.getByText(/This is the default: seven days after day 30\./)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull()
  const field = dialog.getByLabelText('Date and time (Asia/Tokyo)')
  expect(field).toHaveProperty('value', '2099-12-08T09:00')
  fireEvent.change(field, { target: { value: '2099-12-10T18:30' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Move the end' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentCommands(requests)[0]?.body).toEqual({ at: '2099-12-10T09:30:00.000Z' })
  expect(screen.getByText(/^The challenge closes/).textContent).toBe(
    'The challenge closes on Dec 10, 2099 at 6:30 PM (Asia/Tokyo).',
  )
})

test('ending the challenge now is confirmed first', async () => {
  useCurrentDay.setState(started)
  const requests = mockServer({
    ...settingsRoutes,
    'POST /api/admin/challenge/end': () => endResponse('2099-11-20T09:30:00.000Z', { ended: true }),
  })
  renderScreen()
  await userEvent.click((await openEnd()).getByRole('button', { name: 'End now' }))
  const confirmation = within(await screen.findByRole('alertdialog', { name: 'End the challenge now?' }))
  expect(sentCommands(requests)).toHaveLength(0)
  await userEvent.click(confirmation.getByRole('button', { name: 'End now' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sentCommands(requests).map(({ body }) => body)).toEqual([{}])
  expect(screen.getByText(/^The challenge ended/)).toBeTruthy()
  expect((await openEnd()).queryByRole('button', { name: 'End now' })).toBeNull()
})

test('the dialog comes back when the challenge ends by itself while its end is being confirmed', async () => {
  useCurrentDay.setState(started)
  mockServer(settingsRoutes)
  renderScreen()
  await userEvent.click((await openEnd()).getByRole('button', { name: 'End now' }))
  await screen.findByRole('alertdialog', { name: 'End the challenge now?' })
  act(() => useCurrentDay.setState({ ended: true }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByRole('dialog', { name: 'End of the challenge' })).toBeTruthy()
  // The question is asked again only when somebody wants it.
  act(() => useCurrentDay.setState({ ended: false }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('the dialog does not come back when the message about a confirmed end arrives before the answer', async () => {
  let answer: () => void = () => undefined
  useCurrentDay.setState(started)
  mockServer({
    ...settingsRoutes,
    'POST /api/admin/challenge/end': async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return endResponse('2099-11-20T09:30:00.000Z', { ended: true })
    },
  })
  renderScreen()
  await userEvent.click((await openEnd()).getByRole('button', { name: 'End now' }))
  const confirmation = within(await screen.findByRole('alertdialog', { name: 'End the challenge now?' }))
  await userEvent.click(confirmation.getByRole('button', { name: 'End now' }))
  act(() => useCurrentDay.setState({ ended: true }))
  expect(screen.queryByRole('dialog', { name: 'End of the challenge' })).toBeNull()
  act(answer)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a challenge that has not started cannot be ended now', async () => {
  mockServer(settingsRoutes)
  useCurrentDay.setState(useCurrentDay.getInitialState())
  renderScreen()
  expect((await openEnd()).queryByRole('button', { name: 'End now' })).toBeNull()
})

test('an end that was set is undone', async () => {
  useCurrentDay.setState({ ...started, ended: true, isEndSet: true })
  const requests = mockServer({
    ...settingsRoutes,
    'DELETE /api/admin/challenge/end': () => endResponse('2099-12-08T00:00:00.000Z', { isEndSet: false }),
  })
  renderScreen()
  await userEvent.click((await openEnd()).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentCommands(requests)).toHaveLength(1)
  expect(screen.getByText(/^The challenge closes/)).toBeTruthy()
})

test('a refused end shows the message of the server and keeps the dialog', async () => {
  useCurrentDay.setState(started)
  const message = "The end can't be in the past"
  mockServer({
    ...settingsRoutes,
    'POST /api/admin/challenge/end': () => errorResponse(422, 'invalid-fields', message, { at: message }),
  })
  renderScreen()
  const dialog = await openEnd()
  await userEvent.click(dialog.getByRole('button', { name: 'Move the end' }))
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Date and time (Asia/Tokyo)'))
})
