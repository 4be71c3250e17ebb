// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import {
  beforeReset,
  buildingStatus,
  historyMessage,
  preview,
  shownStatus,
  statusResponse,
  weekly,
} from '../../../testing/history-fixtures.ts'
import { errorResponse, mockServer, networkError, pageResponse } from '../../../testing/mock-server.ts'
import type { RouteHandler } from '../../../testing/mock-server.ts'
import { setLastChange, useLastChange } from '../../shared/history/last-change.ts'
import { refreshPage } from '../../shared/history/refresh-page.ts'
import { Toasts } from '../../shared/ui/feedback/toast.tsx'
import { BackupsScreen } from './backups-screen.tsx'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))
vi.mock('../../shared/history/refresh-page.ts', () => ({ refreshPage: vi.fn<() => void>() }))

beforeEach(() => {
  setLastChange(undefined)
  vi.mocked(refreshPage).mockClear()
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

const renderScreen = (routes: Record<string, RouteHandler> = {}, path = '/admin/version') => {
  const requests = mockServer({
    'GET /api/admin/backups': () => pageResponse([beforeReset, weekly]),
    'GET /api/admin/backups/:id': () => beforeReset,
    'GET /api/admin/backups/:id/preview': () => preview,
    'GET /api/admin/history': () => statusResponse(shownStatus),
    ...routes,
  })
  const router = createMemoryRouter(
    [
      {
        path: '/admin/version',
        element: (
          <>
            <BackupsScreen />
            <Toasts />
          </>
        ),
      },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  return { requests }
}

const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name, level: 2 })
  const item = heading.closest('li')
  if (!item) throw new Error(`${name} is not in a card`)
  return within(item)
}
const names = async () =>
  within(await screen.findByRole('list', { name: 'Backups' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)
const openRestore = async () => {
  await userEvent.click((await card(beforeReset.name)).getByRole('button', { name: /^Restore/ }))
  return within(await screen.findByRole('alertdialog', { name: 'Confirm Restore' }))
}
const firstPage = Array.from({ length: 24 }, (_, index) => ({
  ...beforeReset,
  _id: `b${index}`,
  name: `Backup ${index}`,
}))
const changed = { position: '501', epoch: 'e1', at: '2025-11-20T11:00:00.000Z' }

test('shows each backup with its time, creator, figures and period', async () => {
  renderScreen()
  expect(screen.getByText('Loading')).toBeTruthy()
  const first = await card(beforeReset.name)
  expect(first.getByText(/by/).textContent).toMatch(/^Nov \d+, 2025, \d\d:\d\d, by ines_duarte$/)
  expect(first.getByText('Projects').closest('div')?.textContent).toContain('1,852')
  expect(first.getByText('Users').closest('div')?.textContent).toContain('121')
  expect(first.getByText('Avg Points').closest('div')?.textContent).toContain('116.8')
  expect(first.getByText('Nov 2 to Dec 1, 2025, day 17')).toBeTruthy()
  const second = await card(weekly.name)
  expect(second.getByText(/by System$/)).toBeTruthy()
  expect(second.getByText('51.0')).toBeTruthy()
  expect(second.getByText('Not started')).toBeTruthy()
  expect(screen.getByText(/^2 backups\./)).toBeTruthy()
})

test('says that there are no backups yet, and offers to make one', async () => {
  renderScreen({ 'GET /api/admin/backups': () => pageResponse([]) })
  expect(await screen.findByText('No backups available yet')).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Create backup' })[1] as HTMLElement)
  expect(await screen.findByRole('dialog', { name: 'Create a backup' })).toBeTruthy()
})

test('says that the backups failed to load, and tries again', async () => {
  let isBroken = true
  renderScreen({
    'GET /api/admin/backups': () =>
      isBroken
        ? errorResponse(503, 'storage-unavailable', 'The storage does not respond.')
        : pageResponse([weekly]),
  })
  expect(await screen.findByText('Error loading backups')).toBeTruthy()
  expect(screen.getByText('The storage does not respond.')).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await names()).toEqual([weekly.name])
})

test('Refresh loads the list again', async () => {
  let backups = [weekly]
  renderScreen({ 'GET /api/admin/backups': () => pageResponse(backups) })
  await names()
  backups = [beforeReset, weekly]
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(async () => expect(await names()).toEqual([beforeReset.name, weekly.name]))
})

test('loads older backups', async () => {
  const { requests } = renderScreen({
    'GET /api/admin/backups': ({ query }) =>
      query.has('cursor') ? pageResponse([weekly]) : pageResponse(firstPage, 'next'),
  })
  expect(await screen.findByText(/^The newest 24 backups\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(async () => expect((await names()).at(-1)).toBe(weekly.name))
  expect(await names()).toHaveLength(25)
  expect(requests.findLast(({ path }) => path === '/api/admin/backups')?.query.get('cursor')).toBe('next')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a backup of another admin appears without a reload', async () => {
  let backups = [weekly]
  renderScreen({ 'GET /api/admin/backups': () => pageResponse(backups) })
  await names()
  await vi.dynamicImportSettled()
  backups = [beforeReset, weekly]
  await emitFromServer('backups.changed', changed)
  await waitFor(async () => expect(await names()).toEqual([beforeReset.name, weekly.name]))
})

test('the list does not move below the pointer', async () => {
  let backups = [weekly]
  renderScreen({ 'GET /api/admin/backups': () => pageResponse(backups) })
  ;(await card(weekly.name)).getByRole('button', { name: `Restore ${weekly.name}` }).focus()
  await vi.dynamicImportSettled()
  backups = [beforeReset, weekly]
  await emitFromServer('backups.changed', changed)
  await userEvent.click(await screen.findByRole('button', { name: '1 change, show it' }))
  expect(await names()).toEqual([beforeReset.name, weekly.name])
})

test('creates a backup with a name', async () => {
  let backups = [weekly]
  const { requests } = renderScreen({
    'GET /api/admin/backups': () => pageResponse(backups),
    'POST /api/admin/backups': () => {
      backups = [{ ...beforeReset, name: 'Half time' }, weekly]
      return { success: true, position: '501', backupId: beforeReset._id }
    },
  })
  await names()
  await userEvent.click(screen.getByRole('button', { name: 'Create backup' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a backup' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Half time')
  await userEvent.click(dialog.getByRole('button', { name: 'Create backup' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Half time' })
  expect(await names()).toEqual(['Half time', weekly.name])
  expect(screen.getByText('Backup Half time created')).toBeTruthy()
})

test('a backup needs a name', async () => {
  const { requests } = renderScreen()
  await names()
  await userEvent.click(screen.getByRole('button', { name: 'Create backup' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Create backup' }))
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(dialog.getByText('Name is required')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
})

test('deletes a backup from the list after a confirmation', async () => {
  const { requests } = renderScreen({
    'DELETE /api/admin/backups/:id': () => ({ success: true, position: '501' }),
  })
  await userEvent.click((await card(weekly.name)).getByRole('button', { name: `Delete ${weekly.name}` }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this backup?' }))
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests.find(({ method }) => method === 'DELETE')?.path).toBe('/api/admin/backups/weekly')
  expect(await names()).toEqual([beforeReset.name])
})

test('shows why a backup was not deleted', async () => {
  renderScreen({
    'DELETE /api/admin/backups/:id': () =>
      errorResponse(409, 'conflict', 'Another change was made. Please try again.'),
  })
  await userEvent.click((await card(weekly.name)).getByRole('button', { name: `Delete ${weekly.name}` }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await dialog.findByText('Another change was made. Please try again.')).toBeTruthy()
})

test('a backup that another admin has deleted already leaves the list', async () => {
  let backups = [beforeReset, weekly]
  renderScreen({
    'GET /api/admin/backups': () => pageResponse(backups),
    'DELETE /api/admin/backups/:id': () => {
      backups = [beforeReset]
      return errorResponse(404, 'backup-not-found', 'Backup not found')
    },
  })
  await userEvent.click((await card(weekly.name)).getByRole('button', { name: `Delete ${weekly.name}` }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await names()).toEqual([beforeReset.name])
})

test('the restore dialog shows what would change', async () => {
  renderScreen()
  const dialog = await openRestore()
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
  renderScreen()
  const dialog = await openRestore()
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
  renderScreen({
    'GET /api/admin/backups/:id/preview': () =>
      isBroken ? errorResponse(404, 'backup-not-found', 'This backup does not exist') : preview,
  })
  const dialog = await openRestore()
  expect(await dialog.findByText('Failed to get backup details: This backup does not exist')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Yes, Restore Now' })).toHaveProperty('disabled', true)
  isBroken = false
  await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
  await dialog.findByText('189 fewer')
  expect(dialog.getByRole('button', { name: 'Yes, Restore Now' })).toHaveProperty('disabled', false)
})

test('a restore shows its progress, says when it is complete, and loads the page again', async () => {
  let status = shownStatus
  renderScreen({
    'GET /api/admin/history': () => statusResponse(status),
    'POST /api/admin/restore-backup/:id': () => {
      status = buildingStatus
      return { success: true, position: '502', run: 2, safetyBackupId: 'safety' }
    },
  })
  const dialog = await openRestore()
  await dialog.findByText('189 fewer')
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, Restore Now' }))
  expect(await screen.findByText('The leaderboard of run 2 is being built, 45 percent.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  const restoring = (await card(beforeReset.name)).getByRole('button', {
    name: `Restoring ${beforeReset.name}`,
  })
  expect(restoring).toHaveProperty('disabled', true)
  status = { ...buildingStatus, state: 'shown', shownRun: 2 }
  await vi.dynamicImportSettled()
  await emitFromServer('history.changed', historyMessage(status))
  const alert = within(await screen.findByRole('alertdialog', { name: 'System restored' }))
  expect(alert.getByText('System restored successfully! The page will now refresh.')).toBeTruthy()
  expect(refreshPage).not.toHaveBeenCalled()
  await userEvent.click(alert.getByRole('button', { name: 'OK' }))
  expect(refreshPage).toHaveBeenCalledTimes(1)
  expect(useLastChange.getState().change).toEqual({ kind: 'restore', run: 2, backupId: 'safety' })
})

test('a refused restore says why, and the dialog stays', async () => {
  const { requests } = renderScreen({
    'POST /api/admin/restore-backup/:id': () =>
      errorResponse(409, 'conflict', 'Another admin was faster. Please try again.'),
  })
  const dialog = await openRestore()
  await dialog.findByText('189 fewer')
  const confirm = dialog.getByRole('button', { name: 'Yes, Restore Now' })
  await userEvent.click(confirm)
  expect(await dialog.findByText('Restore failed: Another admin was faster. Please try again.')).toBeTruthy()
  await userEvent.click(confirm)
  await waitFor(() => expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2))
})

test('a restore whose response was lost is sent again with the same key', async () => {
  const keys: (string | null)[] = []
  let isLost = true
  renderScreen({
    'POST /api/admin/restore-backup/:id': (request, id) => {
      keys.push(request.idempotencyKey)
      if (isLost) return networkError(request, id)
      return { success: true, position: '502', run: 2, safetyBackupId: 'safety' }
    },
  })
  const dialog = await openRestore()
  await dialog.findByText('189 fewer')
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, Restore Now' }))
  expect(await dialog.findByText(/^Restore failed: The server cannot be reached/)).toBeTruthy()
  isLost = false
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, Restore Now' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog', { name: 'Confirm Restore' })).toBeNull())
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

test('an open restore dialog says that another admin reset or restored, and needs a new preview', async () => {
  renderScreen()
  const dialog = await openRestore()
  await dialog.findByText('189 fewer')
  await vi.dynamicImportSettled()
  await emitFromServer('history.changed', historyMessage({ ...shownStatus, run: 2, shownRun: 2 }))
  expect(dialog.getByText(/^The challenge was reset or restored while this dialog was open\./)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Yes, Restore Now' })).toHaveProperty('disabled', true)
})

test('an updated preview can be restored again', async () => {
  let current = preview
  renderScreen({ 'GET /api/admin/backups/:id/preview': () => current })
  const dialog = await openRestore()
  await dialog.findByText('189 fewer')
  await vi.dynamicImportSettled()
  await emitFromServer('history.changed', historyMessage({ ...shownStatus, run: 2, shownRun: 2 }))
  current = { ...preview, position: '600', now: { ...preview.now, totalProjects: 0 } }
  await userEvent.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await dialog.findByText('1,852 more')).toBeTruthy()
  expect(dialog.queryByText(/while this dialog was open/)).toBeNull()
  expect(dialog.getByRole('button', { name: 'Yes, Restore Now' })).toHaveProperty('disabled', false)
})

test('an open restore dialog says that its backup was deleted', async () => {
  renderScreen({
    'GET /api/admin/backups/:id': () => errorResponse(404, 'backup-not-found', 'Backup not found'),
  })
  const dialog = await openRestore()
  await dialog.findByText('189 fewer')
  await vi.dynamicImportSettled()
  await emitFromServer('backups.changed', changed)
  expect(await dialog.findByText('This backup was deleted while this dialog was open.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Yes, Restore Now' })).toHaveProperty('disabled', true)
})

test('the restore of another admin shows its progress, and why it cannot proceed', async () => {
  renderScreen({ 'GET /api/admin/history': () => statusResponse(buildingStatus) })
  expect(await screen.findByText('The leaderboard of run 2 is being built, 45 percent.')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Leaderboard' }).getAttribute('aria-valuetext')).toBe(
    '45 percent built',
  )
  await vi.dynamicImportSettled()
  await emitFromServer(
    'history.changed',
    historyMessage({ ...buildingStatus, state: 'failed', failure: 'Event 7 cannot be read.' }),
  )
  const alert = screen
    .getAllByRole('alert')
    .find(({ textContent }) => textContent.includes('cannot be built'))
  expect(alert?.textContent).toContain('The leaderboard of run 2 cannot be built.')
  expect(alert?.textContent).toContain('Event 7 cannot be read. The leaderboard of run 1 stays')
})

test('after a restore Undo asks to restore the backup of what was there before', async () => {
  setLastChange({ kind: 'restore', run: 2, backupId: 'safety' })
  const { requests } = renderScreen({
    'GET /api/admin/history': () => statusResponse({ ...shownStatus, run: 2, shownRun: 2 }),
  })
  expect(await screen.findByText(/^The backup is restored\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('alertdialog', { name: 'Confirm Restore' })
  await waitFor(() =>
    expect(requests.some(({ path }) => path === '/api/admin/backups/safety/preview')).toBe(true),
  )
})

test('Undo is gone once somebody else has reset or restored', async () => {
  setLastChange({ kind: 'restore', run: 2, backupId: 'safety' })
  renderScreen({
    'GET /api/admin/history': () => statusResponse({ ...shownStatus, run: 3, shownRun: 3 }),
  })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

test('View Backup highlights the backup with its id', async () => {
  renderScreen({}, '/admin/version?backup=weekly')
  const chosen = await card(weekly.name)
  expect(chosen.getByText('weekly').tagName).toBe('CODE')
  expect(document.activeElement?.textContent).toBe(weekly.name)
})

test('View Backup finds a backup that is not among the newest', async () => {
  renderScreen(
    { 'GET /api/admin/backups': () => pageResponse(firstPage, 'next') },
    `/admin/version?backup=${beforeReset._id}`,
  )
  const list = within(await screen.findByRole('list', { name: 'Chosen backup' }))
  expect(list.getByRole('heading', { name: beforeReset.name })).toBeTruthy()
})

test('View Backup says that the backup cannot be shown', async () => {
  renderScreen(
    { 'GET /api/admin/backups/:id': () => errorResponse(404, 'backup-not-found', 'Backup not found') },
    '/admin/version?backup=gone',
  )
  expect(await screen.findByText('Failed to get backup details: Backup not found')).toBeTruthy()
})
