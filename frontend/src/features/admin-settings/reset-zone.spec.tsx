// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import {
  buildingStatus,
  historyMessage,
  shownStatus,
  statusResponse,
} from '../../../testing/history-fixtures.ts'
import { errorResponse, mockServer, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import {
  sentCommands,
  settingsRoutes,
  renderScreen,
  resetSettings,
} from '../../../testing/settings-screen.tsx'
import { refreshInVain, staleNotice } from '../../../testing/refresh-in-vain.tsx'
import { useLastChange } from '../../shared/history/history.ts'

beforeEach(resetSettings)

const figures: Record<string, RouteHandler> = {
  'GET /api/admin/history/figures': () => ({
    success: true,
    run: 1,
    statistics: { totalProjects: 2041, totalParticipants: 128, averagePoints: 128.4 },
  }),
}
const resetButton = () => screen.getByRole('button', { name: /^Rese/ })
const questionText =
  'This will delete ALL challenge data (projects, points) but keep user accounts. Create backup first?'
const ask = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Reset Challenge Data' }))
  return within(await screen.findByRole('alertdialog', { name: questionText }))
}
const confirmReset = async () => {
  const question = await ask()
  await userEvent.type(question.getByLabelText('Type RESET to confirm'), 'reset')
  await userEvent.click(question.getByRole('button', { name: 'Create backup and reset' }))
}

test('the reset asks in place, with the focus on Cancel and what moves into the backup', async () => {
  const requests = mockServer({ ...settingsRoutes, ...figures })
  renderScreen()
  const question = await ask()
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
  expect(
    await question.findByText(
      '2,041 projects by 128 participants with 128.4 points on average go into the backup.',
    ),
  ).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement).toBe(resetButton())
  expect(sentCommands(requests)).toHaveLength(0)
})

test('the reset needs the typed word', async () => {
  const requests = mockServer({ ...settingsRoutes, ...figures })
  renderScreen()
  const question = await ask()
  const confirm = question.getByRole('button', { name: 'Create backup and reset' })
  expect(confirm).toHaveProperty('disabled', true)
  await userEvent.type(question.getByLabelText('Type RESET to confirm'), 'RESE{Enter}')
  expect(confirm).toHaveProperty('disabled', true)
  expect(sentCommands(requests)).toHaveLength(0)
  await userEvent.type(question.getByLabelText('Type RESET to confirm'), 'T')
  expect(confirm).toHaveProperty('disabled', false)
})

test('a reset shows that it is running, then its success with View Backup and Undo', async () => {
  const response = Promise.withResolvers<object>()
  let status = shownStatus
  const requests = mockServer({
    ...figures,
    ...settingsRoutes,
    'GET /api/admin/history': () => statusResponse(status),
    'POST /api/admin/reset-with-backup': () => response.promise,
  })
  renderScreen()
  await confirmReset()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(resetButton().textContent).toContain('Resetting...')
  await userEvent.click(resetButton())
  status = { ...shownStatus, run: 2, shownRun: 2 }
  response.resolve({ success: true, position: '502', run: 2, backupId: 'before-reset' })
  expect(await screen.findByText('Challenge reset successfully! Backup created.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'View Backup' }).getAttribute('href')).toBe(
    '/admin/version?backup=before-reset',
  )
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  expect(sentCommands(requests)).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/^Challenge reset successfully/)).toBeNull()
  expect(useLastChange.getState().change).toBeUndefined()
})

test('a refused reset shows the message of the server', async () => {
  mockServer({
    ...settingsRoutes,
    ...figures,
    'POST /api/admin/reset-with-backup': () =>
      errorResponse(409, 'conflict', 'Another admin was faster. Please try again.'),
  })
  renderScreen()
  await confirmReset()
  expect(await screen.findByText('Another admin was faster. Please try again.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a reset without a response shows the fixed message and is sent again with the same key', async () => {
  const requests = mockServer({
    ...settingsRoutes,
    ...figures,
    'POST /api/admin/reset-with-backup': networkError,
  })
  renderScreen()
  await confirmReset()
  expect(await screen.findByText('Failed to reset challenge')).toBeTruthy()
  await confirmReset()
  await waitFor(() => expect(sentCommands(requests)).toHaveLength(2))
  const [first, second] = sentCommands(requests)
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
})

test('an open question says that another admin reset or restored meanwhile', async () => {
  mockServer({ ...settingsRoutes, ...figures })
  renderScreen()
  const question = await ask()
  await userEvent.type(question.getByLabelText('Type RESET to confirm'), 'RESET')
  await vi.dynamicImportSettled()
  await emitFromServer('history.changed', historyMessage({ ...shownStatus, run: 2, shownRun: 2 }))
  expect(question.getByText(/^Another admin has just reset or restored the challenge\./)).toBeTruthy()
  const confirm = question.getByRole('button', { name: 'Create backup and reset' })
  expect(confirm).toHaveProperty('disabled', true)
  await userEvent.click(question.getByRole('button', { name: 'Ask again' }))
  expect(question.queryByText(/^Another admin/)).toBeNull()
  expect(question.getByLabelText('Type RESET to confirm')).toHaveProperty('value', '')
})

test('while a leaderboard is being built nothing can be reset', async () => {
  mockServer({ ...settingsRoutes, 'GET /api/admin/history': () => statusResponse(buildingStatus) })
  renderScreen()
  expect(await screen.findByText('The leaderboard of run 2 is being built, 45 percent.')).toBeTruthy()
  expect(resetButton()).toHaveProperty('disabled', true)
})

test('the page says that the figures of the question could not be updated', async () => {
  mockServer({ ...settingsRoutes, ...figures })
  renderScreen()
  const question = await ask()
  await question.findByText(/^2,041 projects/)
  expect(await refreshInVain()).toEqual([staleNotice])
  expect(question.getByText(/^2,041 projects/)).toBeTruthy()
})
