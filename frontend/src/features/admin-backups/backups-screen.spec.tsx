// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { backupsMessage, findBackupCard, renderBackups } from '../../../testing/backups-screen.tsx'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { beforeReset, weekly } from '../../../testing/history-fixtures.ts'
import { ines } from '../../../testing/admin-fixtures.ts'
import { useSession } from '../../shared/session/session.ts'
import { errorResponse, pageResponse, networkError } from '../../../testing/mock-server.ts'
import { refreshInVain, staleNotice } from '../../../testing/refresh-in-vain.tsx'

/** By the keyboard: a test has no scrim that takes the pointer off the list. */
const pressDelete = async () => {
  const card = await findBackupCard(weekly.name)
  card.getByRole('button', { name: `Delete ${weekly.name}` }).focus()
  await userEvent.keyboard('{Enter}')
}

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))

const names = async () =>
  within(await screen.findByRole('list', { name: 'Backups' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)
const firstPage = Array.from({ length: 24 }, (_, index) => ({
  ...beforeReset,
  _id: `b${index}`,
  name: `Backup ${index}`,
}))

test('shows each backup with its time, creator, figures and period', async () => {
  renderBackups()
  expect(screen.getByText('Loading')).toBeTruthy()
  const first = await findBackupCard(beforeReset.name)
  expect(first.getByText(/by/).textContent).toMatch(/^Nov \d+, 2025, \d?\d:\d\d [AP]M, by ines_duarte$/)
  expect(first.getByText('Projects').closest('div')?.textContent).toContain('1,852')
  expect(first.getByText('Users').closest('div')?.textContent).toContain('121')
  expect(first.getByText('Avg Points').closest('div')?.textContent).toContain('116.8')
  expect(first.getByText('Nov 2 to Dec 1, 2025, day 17')).toBeTruthy()
  const second = await findBackupCard(weekly.name)
  expect(second.getByText(/by System$/)).toBeTruthy()
  expect(second.getByText('51.0')).toBeTruthy()
  expect(second.getByText('Not started')).toBeTruthy()
  expect(screen.getByText(/^2 backups\./)).toBeTruthy()
})

test('says that there are no backups yet, and offers to make one', async () => {
  renderBackups({ 'GET /api/admin/backups': () => pageResponse([]) })
  expect(await screen.findByText('No backups available yet')).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Create backup' })[1] as HTMLElement)
  expect(await screen.findByRole('dialog', { name: 'Create a backup' })).toBeTruthy()
})

test.each([
  ['another backup is there', 1],
  ['the right is lost', 0],
] as const)('the typed name of a new backup stays when %s meanwhile', async (meanwhile, index) => {
  let backups: (typeof weekly)[] = []
  renderBackups({ 'GET /api/admin/backups': () => pageResponse(backups) })
  await screen.findByText('No backups available yet')
  await userEvent.click(screen.getAllByRole('button', { name: 'Create backup' })[index] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a backup' }))
  await userEvent.type(dialog.getByLabelText('Name'), 'Before the finale')
  backups = [weekly]
  if (meanwhile === 'the right is lost')
    act(() => useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'viewer' } } }))
  await emitFromServer('backups.changed', backupsMessage)
  await screen.findByText(weekly.name)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toMatch(/Before the finale$/)
})

test('says why the backups could not be loaded, also if the server cannot be reached', async () => {
  renderBackups({ 'GET /api/admin/backups': networkError })
  expect(await screen.findByText('Error loading backups')).toBeTruthy()
  expect(screen.getByText("Can't reach the server. Check your connection and try again.")).toBeTruthy()
})

test('says that the backups failed to load, and tries again', async () => {
  let isBroken = true
  renderBackups({
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
  renderBackups({ 'GET /api/admin/backups': () => pageResponse(backups) })
  await names()
  backups = [beforeReset, weekly]
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(async () => expect(await names()).toEqual([beforeReset.name, weekly.name]))
})

test('loads older backups', async () => {
  const { requests } = renderBackups({
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
  renderBackups({ 'GET /api/admin/backups': () => pageResponse(backups) })
  await names()
  await vi.dynamicImportSettled()
  backups = [beforeReset, weekly]
  await emitFromServer('backups.changed', backupsMessage)
  await waitFor(async () => expect(await names()).toEqual([beforeReset.name, weekly.name]))
})

test('the list does not move below the pointer', async () => {
  let backups = [weekly]
  renderBackups({ 'GET /api/admin/backups': () => pageResponse(backups) })
  ;(await findBackupCard(weekly.name)).getByRole('button', { name: `Restore ${weekly.name}` }).focus()
  await vi.dynamicImportSettled()
  backups = [beforeReset]
  await emitFromServer('backups.changed', backupsMessage)
  await userEvent.click(await screen.findByRole('button', { name: '2 changes, show them' }))
  expect(await names()).toEqual([beforeReset.name])
})

test('creates a backup with a name', async () => {
  let backups = [weekly]
  const { requests } = renderBackups({
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
  const { requests } = renderBackups()
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
  let backups = [beforeReset, weekly]
  const { requests } = renderBackups({
    'GET /api/admin/backups': () => pageResponse(backups),
    'DELETE /api/admin/backups/:id': () => {
      backups = [beforeReset]
      return { success: true, position: '501' }
    },
  })
  await pressDelete()
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this backup?' }))
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests.find(({ method }) => method === 'DELETE')?.path).toBe('/api/admin/backups/weekly')
  await waitFor(async () => expect(await names()).toEqual([beforeReset.name]))
})

test('shows why a backup was not deleted', async () => {
  renderBackups({
    'DELETE /api/admin/backups/:id': () =>
      errorResponse(409, 'conflict', 'Another change was made. Please try again.'),
  })
  await pressDelete()
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await dialog.findByText('Another change was made. Please try again.')).toBeTruthy()
})

test('a backup that another admin has deleted already leaves the list', async () => {
  let backups = [beforeReset, weekly]
  renderBackups({
    'GET /api/admin/backups': () => pageResponse(backups),
    'DELETE /api/admin/backups/:id': () => {
      backups = [beforeReset]
      return errorResponse(404, 'backup-not-found', 'Backup not found')
    },
  })
  await pressDelete()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await names()).toEqual([beforeReset.name])
})

test('View Backup highlights the backup with its id', async () => {
  renderBackups({}, '/admin/version?backup=weekly')
  const chosen = await findBackupCard(weekly.name)
  expect(chosen.getByText('weekly').tagName).toBe('CODE')
  expect(document.activeElement?.textContent).toBe(weekly.name)
})

test('View Backup finds a backup that is not among the newest', async () => {
  renderBackups(
    { 'GET /api/admin/backups': () => pageResponse(firstPage, 'next') },
    `/admin/version?backup=${beforeReset._id}`,
  )
  const list = within(await screen.findByRole('list', { name: 'Selected backup' }))
  expect(list.getByRole('heading', { name: beforeReset.name })).toBeTruthy()
})

test('View Backup says that the backup cannot be shown', async () => {
  renderBackups(
    { 'GET /api/admin/backups/:id': () => errorResponse(404, 'backup-not-found', 'Backup not found') },
    '/admin/version?backup=gone',
  )
  expect(await screen.findByText('Failed to get backup details: Backup not found')).toBeTruthy()
})

test('a reviewer sees the backups and has no buttons for them', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'reviewer' } } })
  renderBackups()
  const card = await findBackupCard(beforeReset.name)
  expect(card.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Create backup' })).toBeNull()
  expect(screen.getByText(/Only owners and organizers can change something here/)).toBeTruthy()
})

test('the pill of the list and the notice of the page, for the keys, say what could not be updated', async () => {
  renderBackups()
  await names()
  await screen.findByText('Key of this installation')
  expect(await refreshInVain()).toEqual(['Not updated', staleNotice])
  expect(await names()).toEqual([beforeReset.name, weekly.name])
})
