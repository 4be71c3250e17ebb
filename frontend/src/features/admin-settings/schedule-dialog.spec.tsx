// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { mockServer } from '../../../testing/mock-server.ts'
import {
  renderScreen,
  startChallenge,
  resetSettings,
  sentCommands,
  settingsRoutes,
} from '../../../testing/settings-screen.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { noteServerTime } from '../../shared/http/server-clock.ts'

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
    'POST /api/admin/challenge/start': ({ body }) => ({
      success: true,
      position: '3',
      day: 1,
      ...Object(body),
    }),
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
    'PUT /api/admin/challenge/schedule': ({ body }) => ({
      success: true,
      position: '4',
      day: 1,
      startsAt: '2025-11-02T09:00:00.000Z',
      ...Object(body),
    }),
    'DELETE /api/admin/challenge/schedule': () => ({ success: true, position: '5' }),
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
      'POST /api/admin/challenge/start': ({ body }) => ({
        success: true,
        position: '3',
        day: 9,
        ...Object(body),
      }),
      'PUT /api/admin/challenge/schedule': ({ body }) => ({
        success: true,
        position: '3',
        day: 9,
        ...Object(body),
      }),
    })
    renderScreen()
    await userEvent.click(screen.getByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Start of the challenge' }))
    fireEvent.change(dialog.getByLabelText(/^Date and time/), { target: { value: '2020-11-02T09:00' } })
    const save = { name: button === 'Change the start' ? 'Move the start' : button }
    await userEvent.click(dialog.getByRole('button', save))
    const question = () => screen.findByRole('alertdialog', { name: 'Start the challenge now?' })
    await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }))
    expect(sentCommands(requests)).toEqual([])
    await userEvent.click(dialog.getByRole('button', save))
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

test('a schedule without a time is refused at its field', async () => {
  mockServer(settingsRoutes)
  renderScreen()
  await userEvent.click(screen.getByRole('button', { name: 'Schedule the start' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule the start' }))
  expect(await dialog.findByText('Choose a date and a time.')).toBeTruthy()
})
