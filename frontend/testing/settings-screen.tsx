import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { SettingsScreen } from '../src/features/admin-settings/settings-screen.tsx'
import { followCurrentDay, useCurrentDay, type ChallengeStatus } from '../src/shared/challenge/current-day.ts'
import { setLastChange } from '../src/shared/history/history.ts'
import { shownStatus, statusResponse } from './history-fixtures.ts'
import type { ReceivedRequest, RouteHandler } from './mock-server.ts'
import { renderInRouter } from './render-in-router.tsx'

/** What commands have changed of the challenge. */
let changes = {}

/** Returns the answer to a command. From then on, the server says of the challenge what it changed. */
export function changeOf(change: Partial<ChallengeStatus>) {
  changes = { ...changes, ...change }
  return { success: true, position: '4', ...change }
}

/** Before each test: the day is loaded, and nothing was changed yet. */
export function resetSettings(): void {
  changes = {}
  setLastChange(undefined)
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: true })
}

/** Shows the screen, or a part of it, inside a shell that follows the challenge. Its requests are answered by `mockServer`. */
export function renderScreen(part = <SettingsScreen />) {
  onTestFinished(followCurrentDay())
  return renderInRouter(part)
}

/** What the screen always loads. */
export const settingsRoutes: Record<string, RouteHandler> = {
  'GET /api/challenge/current-day': () => ({ success: true, ...useCurrentDay.getState(), ...changes }),
  'GET /api/admin/history': () => statusResponse(shownStatus),
  'GET /api/admin/challenge/options': () => ({
    success: true,
    options: { notifications: true, emailReminders: true, ownersNeedTwoFactor: false, eventNetworks: null },
    yourAddress: '203.0.113.7',
    position: '1',
    epoch: 'e1',
  }),
}

/** The requests that change something. */
export const sentCommands = (requests: ReceivedRequest[]) => requests.filter(({ method }) => method !== 'GET')

/** Starts the challenge now, and confirms it. */
export const startChallenge = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'START CHALLENGE' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Start the challenge now?' }))
  await userEvent.click(question.getByRole('button', { name: 'Start now' }))
}
