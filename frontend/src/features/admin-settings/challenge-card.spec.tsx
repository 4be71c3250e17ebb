// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { errorResponse, mockServer, networkError } from '../../../testing/mock-server.ts'
import {
  changeOf,
  renderScreen,
  startChallenge,
  resetSettings,
  sentCommands,
  settingsRoutes,
} from '../../../testing/settings-screen.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { DayNotice } from '../../shared/challenge/day-notice.tsx'
import { ChallengeCard } from './challenge-card.tsx'

beforeEach(resetSettings)

test('the start is not offered, and nothing is said about the end, while the state of the challenge loads', () => {
  mockServer(settingsRoutes)
  useCurrentDay.setState({ isLoaded: false })
  renderScreen()
  expect(screen.queryByRole('button', { name: 'START CHALLENGE' })).toBeNull()
  expect(screen.queryByText(/^Not started yet\./)).toBeNull()
  expect(screen.queryByText('No end is set.')).toBeNull()
  act(() => useCurrentDay.setState({ isLoaded: true }))
  expect(screen.getByRole('button', { name: 'START CHALLENGE' })).toBeTruthy()
  expect(screen.getByText('No end is set.')).toBeTruthy()
})

test('the state that an earlier visit stored does not offer the start', () => {
  mockServer(settingsRoutes)
  useCurrentDay.setState({ isLoaded: true, knownAt: Date.now() })
  renderScreen()
  expect(screen.queryByRole('button', { name: 'START CHALLENGE' })).toBeNull()
  act(() => useCurrentDay.setState({ knownAt: undefined }))
  expect(screen.getByRole('button', { name: 'START CHALLENGE' })).toBeTruthy()
})

test('starting the challenge shows a confirmation', async () => {
  const requests = mockServer({
    ...settingsRoutes,
    'POST /api/admin/challenge/start': () =>
      changeOf({ started: true, startsAt: '2025-11-02T09:00:00.000Z' }),
  })
  renderScreen()
  expect(screen.getByText('Fixed Duration: 30 Days')).toBeTruthy()
  expect(screen.getByText(/^Not started yet\./)).toBeTruthy()
  await startChallenge()
  const alert = within(await screen.findByRole('alertdialog', { name: 'Challenge started' }))
  expect(alert.getByText('Challenge started! 30 days of awesomeness begins now!')).toBeTruthy()
  await userEvent.click(alert.getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByText(/today is day 1 of 30/)).toBeTruthy()
  expect(sentCommands(requests)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'START CHALLENGE' })).toBeNull()
})

test('a start whose state cannot be loaded is no failure, and is not offered again', async () => {
  let isAway = false
  mockServer({
    ...settingsRoutes,
    'POST /api/admin/challenge/start': () => {
      isAway = true
      return changeOf({ started: true, startsAt: '2025-11-02T09:00:00.000Z' })
    },
    'GET /api/challenge/current-day': (...incoming) =>
      isAway ? networkError(...incoming) : settingsRoutes['GET /api/challenge/current-day']?.(...incoming),
  })
  renderScreen(
    <>
      <DayNotice />
      <ChallengeCard />
    </>,
  )
  await startChallenge()
  expect(await screen.findByText('Failed to load current challenge day')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'START CHALLENGE' })).toBeNull()
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/today is day 1 of 30/)).toBeTruthy()
})

test('the challenge does not start without a confirmation', async () => {
  const requests = mockServer(settingsRoutes)
  renderScreen()
  await userEvent.click(screen.getByRole('button', { name: 'START CHALLENGE' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sentCommands(requests)).toHaveLength(0)
})

test('a second start shows the message of the server', async () => {
  mockServer({
    ...settingsRoutes,
    'POST /api/admin/challenge/start': () =>
      errorResponse(409, 'already-started', 'The challenge has already been started'),
  })
  renderScreen()
  await startChallenge()
  expect(await screen.findByText('The challenge has already been started')).toBeTruthy()
})

test('a start without a response shows the fixed message', async () => {
  mockServer({ ...settingsRoutes, 'POST /api/admin/challenge/start': networkError })
  renderScreen()
  await startChallenge()
  expect(await screen.findByText('Failed to start the challenge. Please try again.')).toBeTruthy()
})
