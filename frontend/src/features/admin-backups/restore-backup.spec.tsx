// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { projectStatistics } from '../../../testing/admin-fixtures.ts'
import {
  backupsMessage,
  findBackupCard,
  openRestoreDialog,
  renderBackups,
} from '../../../testing/backups-screen.tsx'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import {
  beforeReset,
  buildingStatus,
  historyMessage,
  preview,
  shownStatus,
  statusResponse,
} from '../../../testing/history-fixtures.ts'
import { errorResponse, networkError } from '../../../testing/mock-server.ts'
import { setLastChange, useLastChange } from '../../shared/history/history.ts'
import { resync } from '../../shared/live/resync.ts'

const restored = { success: true, position: '502', run: 2, safetyBackupId: 'safety' }
const openReadyDialog = async () => {
  const dialog = await openRestoreDialog()
  await dialog.findByText('189 fewer')
  return dialog
}
const restoreElsewhere = async () => {
  await vi.dynamicImportSettled()
  await emitFromServer('history.changed', historyMessage({ ...shownStatus, run: 2, shownRun: 2 }))
}

beforeEach(() => {
  setLastChange(undefined)
  vi.spyOn(location, 'reload').mockReturnValue()
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

test('the restore dialog shows what would change', async () => {
  renderBackups()
  const dialog = await openRestoreDialog()
  expect(await dialog.findByText('189 fewer')).toBeTruthy()
  expect(dialog.getByText(/^Before reset, autumn cohort/)).toBeTruthy()
  expect(dialog.getByRole('img', { name: 'Now: Day 19, projects on 19 of 30 days' })).toBeTruthy()
  expect(
    dialog.getByRole('img', { name: 'After the restore: Day 17, projects on 17 of 30 days' }),
  ).toBeTruthy()
  expect(dialog.getByText('Nov 2 to Dec 1, 2025, unchanged')).toBeTruthy()
  const top = within(dialog.getByRole('list', { name: 'Top of the board after the restore' }))
  expect(top.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^1.*Amara Okafor.*was 2.*up 1$/),
    expect.stringMatching(/^2.*Rafael Souza.*not ranked now$/),
  ])
  expect(dialog.getByText('2 projects from Day 18, 1 from Day 19')).toBeTruthy()
  expect(dialog.getByText('7 people leave the leaderboard')).toBeTruthy()
  expect(dialog.getByText('96 people change rank or points')).toBeTruthy()
})

test('only the buttons close the restore dialog, and Cancel has the focus', async () => {
  renderBackups()
  const dialog = await openRestoreDialog()
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('{Escape}')
  fireEvent.pointerDown(document.body)
  expect(screen.getByRole('alertdialog', { name: 'Confirm Restore' })).toBeTruthy()
  expect(dialog.getByText('Make a choice to close this dialog.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('without a preview nothing can be restored', async () => {
  let isBroken = true
  renderBackups({
    'GET /api/admin/backups/:id/preview': () =>
      isBroken ? errorResponse(404, 'backup-not-found', 'This backup does not exist') : preview,
  })
  const dialog = await openRestoreDialog()
  expect(await dialog.findByText('Failed to get backup details: This backup does not exist')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Yes, Restore Now' })).toHaveProperty('disabled', true)
  isBroken = false
  await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
  await dialog.findByText('189 fewer')
  expect(dialog.getByRole('button', { name: 'Yes, Restore Now' })).toHaveProperty('disabled', false)
})

/** Starts a restore, and returns the server, whose status the next load tells. */
const startRestore = async () => {
  const server = { status: shownStatus }
  renderBackups({
    'GET /api/admin/history': () => statusResponse(server.status),
    'POST /api/admin/restore-backup/:id': () => {
      server.status = buildingStatus
      return restored
    },
  })
  const dialog = await openReadyDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, Restore Now' }))
  return server
}

test('a restore shows its progress, says when it is complete, and loads the page again', async () => {
  const server = await startRestore()
  expect(await screen.findByText('The leaderboard of run 2 is being built, 45 percent.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  const restoring = (await findBackupCard(beforeReset.name)).getByRole('button', {
    name: `Restoring ${beforeReset.name}`,
  })
  expect(restoring).toHaveProperty('disabled', true)
  server.status = { ...buildingStatus, state: 'shown', shownRun: 2 }
  await vi.dynamicImportSettled()
  await emitFromServer('history.changed', historyMessage(server.status))
  const alert = within(await screen.findByRole('alertdialog', { name: 'System restored' }))
  expect(alert.getByText('System restored successfully! The page will now refresh.')).toBeTruthy()
  expect(location.reload).not.toHaveBeenCalled()
  await userEvent.click(alert.getByRole('button', { name: 'OK' }))
  expect(location.reload).toHaveBeenCalledTimes(1)
  expect(useLastChange.getState().change).toEqual({ kind: 'restore', run: 2, backupId: 'safety' })
})

test('a restore ends with a toast once somebody else has reset or restored after it', async () => {
  const server = await startRestore()
  await screen.findByText('The leaderboard of run 2 is being built, 45 percent.')
  server.status = { ...shownStatus, run: 3, shownRun: 3 }
  await vi.dynamicImportSettled()
  await emitFromServer('history.changed', historyMessage(server.status))
  expect(await screen.findByText('The challenge was reset or restored again in the meantime.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: `Restoring ${beforeReset.name}` })).toBeNull()
})

test('a refused restore says why, and the dialog stays', async () => {
  const { requests } = renderBackups({
    'POST /api/admin/restore-backup/:id': () =>
      errorResponse(409, 'conflict', 'Another admin was faster. Please try again.'),
  })
  const dialog = await openReadyDialog()
  const confirm = dialog.getByRole('button', { name: 'Yes, Restore Now' })
  await userEvent.click(confirm)
  expect(await dialog.findByText('Restore failed: Another admin was faster. Please try again.')).toBeTruthy()
  await userEvent.click(confirm)
  await waitFor(() => expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2))
})

test('a restore whose response was lost is sent again with the same key', async () => {
  const keys: (string | null)[] = []
  let isLost = true
  renderBackups({
    'POST /api/admin/restore-backup/:id': (request, id) => {
      keys.push(request.idempotencyKey)
      if (isLost) return networkError(request, id)
      return restored
    },
  })
  const dialog = await openReadyDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, Restore Now' }))
  expect(await dialog.findByText(/^Restore failed: Can't reach the server/)).toBeTruthy()
  isLost = false
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, Restore Now' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog', { name: 'Confirm Restore' })).toBeNull())
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

test('a restore whose response was lost is a new one once somebody has reset or restored', async () => {
  const { requests } = renderBackups({ 'POST /api/admin/restore-backup/:id': networkError })
  let dialog = await openReadyDialog()
  const restore = async () => {
    await userEvent.click(dialog.getByRole('button', { name: 'Yes, Restore Now' }))
    await dialog.findByText(/^Restore failed: Can't reach the server/)
  }
  await restore()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await restoreElsewhere()
  dialog = await openReadyDialog()
  await restore()
  const [first, second] = requests.flatMap(({ method, idempotencyKey }) =>
    method === 'POST' ? [idempotencyKey] : [],
  )
  expect(second).toBeTruthy()
  expect(second).not.toBe(first)
})

test('an open restore dialog says that another admin reset or restored, and needs a new preview', async () => {
  renderBackups()
  const dialog = await openReadyDialog()
  await restoreElsewhere()
  expect(dialog.getByText(/^The challenge was reset or restored while this dialog was open\./)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Yes, Restore Now' })).toHaveProperty('disabled', true)
})

test('a preview that was asked for before another admin reset or restored needs a new one', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof preview>()
  renderBackups({ 'GET /api/admin/backups/:id/preview': () => promise })
  const dialog = await openRestoreDialog()
  await restoreElsewhere()
  resolve(preview)
  await dialog.findByText('189 fewer')
  expect(dialog.getByText(/^The challenge was reset or restored while this dialog was open\./)).toBeTruthy()
  const confirm = dialog.getByRole('button', { name: 'Yes, Restore Now' })
  expect(confirm).toHaveProperty('disabled', true)
  // Also if it is of the same position.
  await userEvent.click(dialog.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false))
})

test('an open restore dialog says that projects or ratings changed, and can still restore', async () => {
  renderBackups()
  const dialog = await openReadyDialog()
  await vi.dynamicImportSettled()
  const people = { ...backupsMessage, statistics: { users: 129, activeUsers: 97 } }
  await emitFromServer('statistics.changed', people)
  await emitFromServer('statistics.changed', { ...people, position: '500', statistics: projectStatistics })
  const text = 'Projects or ratings changed while this dialog was open.'
  expect(dialog.queryByText(text)).toBeNull()
  await emitFromServer('statistics.changed', { ...people, statistics: projectStatistics })
  expect(dialog.getByText(text)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Yes, Restore Now' })).toHaveProperty('disabled', false)
})

test('a preview is not replaced by itself while somebody looks at it, also not after the first project of another run', async () => {
  let status = shownStatus
  const { requests } = renderBackups({ 'GET /api/admin/history': () => statusResponse(status) })
  const dialog = await openReadyDialog()
  status = { ...shownStatus, run: 2, shownRun: 2 }
  await restoreElsewhere()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ofOtherRun = { ...backupsMessage, epoch: 'e2', statistics: projectStatistics }
  await emitFromServer('statistics.changed', ofOtherRun)
  await act(async () => {
    // As after a reconnect.
    resync()
    await vi.advanceTimersByTimeAsync(10_000)
  })
  expect(requests.filter(({ path }) => path.endsWith('/preview'))).toHaveLength(1)
  expect(dialog.getByText(/^The challenge was reset or restored while this dialog was open\./)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Yes, Restore Now' })).toHaveProperty('disabled', true)
})

test('an updated preview can be restored again', async () => {
  let current = preview
  renderBackups({ 'GET /api/admin/backups/:id/preview': () => current })
  const dialog = await openReadyDialog()
  await restoreElsewhere()
  current = { ...preview, position: '600', now: { ...preview.now, totalProjects: 0 } }
  await userEvent.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await dialog.findByText('1,852 more')).toBeTruthy()
  expect(dialog.queryByText(/while this dialog was open/)).toBeNull()
  expect(dialog.getByRole('button', { name: 'Yes, Restore Now' })).toHaveProperty('disabled', false)
})

test('a preview that cannot be updated says so in the dialog', async () => {
  let isBroken = false
  renderBackups({
    'GET /api/admin/backups/:id/preview': () =>
      isBroken ? errorResponse(503, 'unavailable', 'Try again later.') : preview,
  })
  const dialog = await openReadyDialog()
  await restoreElsewhere()
  isBroken = true
  await userEvent.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await dialog.findByText('Failed to get backup details: Try again later.')).toBeTruthy()
  expect(dialog.getByText('189 fewer')).toBeTruthy()
})

test('an open restore dialog says that its backup was deleted', async () => {
  let isDeleted = false
  renderBackups({
    'GET /api/admin/backups/:id': () =>
      isDeleted ? errorResponse(404, 'backup-not-found', 'Backup not found') : beforeReset,
  })
  const dialog = await openReadyDialog()
  await vi.dynamicImportSettled()
  const text = 'This backup was deleted while this dialog was open.'
  expect(dialog.queryByText(text)).toBeNull()
  isDeleted = true
  await emitFromServer('backups.changed', backupsMessage)
  expect(await dialog.findByText(text)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Yes, Restore Now' })).toHaveProperty('disabled', true)
})

test('the restore of another admin shows its progress, and why it cannot proceed', async () => {
  renderBackups({ 'GET /api/admin/history': () => statusResponse(buildingStatus) })
  expect(await screen.findByText('The leaderboard of run 2 is being built, 45 percent.')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Leaderboard' }).getAttribute('aria-valuetext')).toBe(
    '45 percent built',
  )
  await vi.dynamicImportSettled()
  await emitFromServer(
    'history.changed',
    historyMessage({ ...buildingStatus, state: 'failed', failure: 'Event 7 cannot be read.' }),
  )
  const alert = screen.getAllByRole('alert').find(({ textContent }) => textContent.includes("can't be built"))
  expect(alert?.textContent).toContain("The leaderboard of run 2 can't be built.")
  expect(alert?.textContent).toContain('Event 7 cannot be read. The leaderboard of run 1 stays')
})

test('after a restore Undo asks to restore the backup of what was there before', async () => {
  setLastChange({ kind: 'restore', run: 2, backupId: 'safety' })
  const { requests } = renderBackups({
    'GET /api/admin/history': () => statusResponse({ ...shownStatus, run: 2, shownRun: 2 }),
  })
  expect(await screen.findByText(/^The backup was restored\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('alertdialog', { name: 'Confirm Restore' })
  await waitFor(() =>
    expect(requests.some(({ path }) => path === '/api/admin/backups/safety/preview')).toBe(true),
  )
})

test('Undo is gone once somebody else has reset or restored', async () => {
  setLastChange({ kind: 'restore', run: 2, backupId: 'safety' })
  renderBackups({
    'GET /api/admin/history': () => statusResponse({ ...shownStatus, run: 3, shownRun: 3 }),
  })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})
