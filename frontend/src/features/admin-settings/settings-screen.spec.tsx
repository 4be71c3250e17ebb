// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import { SettingsScreen } from './settings-screen.tsx'

beforeEach(() => useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: true }))

const start = () => userEvent.click(screen.getByRole('button', { name: 'START CHALLENGE' }))

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
  expect(screen.getByText(/^Not started\./)).toBeTruthy()
  await start()
  const alert = within(await screen.findByRole('alertdialog'))
  expect(alert.getByText('Challenge started! 30 days of awesomeness begins now!')).toBeTruthy()
  await userEvent.click(alert.getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByText(/today is day 1 of 30/)).toBeTruthy()
  expect(requests).toHaveLength(1)
})

test('a second start shows the message of the server', async () => {
  mockServer({
    'POST /api/admin/challenge/start': () =>
      errorResponse(409, 'already-started', 'The challenge has already been started'),
  })
  render(<SettingsScreen />)
  await start()
  expect((await screen.findByRole('alert')).textContent).toBe('The challenge has already been started')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a start without a response shows the fixed message', async () => {
  mockServer({ 'POST /api/admin/challenge/start': networkError })
  render(<SettingsScreen />)
  await start()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to start the challenge. Please try again.',
  )
})

test('the reset is announced and has no button', () => {
  render(<SettingsScreen />)
  expect(screen.getByText(/come with the next release/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Reset/ })).toBeNull()
})
