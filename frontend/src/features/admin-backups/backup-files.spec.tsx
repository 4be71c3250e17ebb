// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { beforeReset, shownStatus, statusResponse, weekly } from '../../../testing/history-fixtures.ts'
import { errorResponse, mockServer, pageResponse } from '../../../testing/mock-server.ts'
import type { RouteHandler } from '../../../testing/mock-server.ts'
import { mockUpload } from '../../../testing/mock-upload.ts'
import { saveFile } from '../../shared/http/save-file.ts'
import { Toasts } from '../../shared/ui/feedback/toast.tsx'
import { BackupsScreen } from './backups-screen.tsx'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))
vi.mock('../../shared/http/save-file.ts', () => ({ saveFile: vi.fn<(file: File) => void>() }))

beforeEach(() => void vi.mocked(saveFile).mockClear())

let backups = [weekly]
const renderScreen = (routes: Record<string, RouteHandler> = {}) => {
  backups = [weekly]
  mockServer({
    'GET /api/admin/backups': () => pageResponse(backups),
    'GET /api/admin/backup-keys': () => ({ success: true, own: '0'.repeat(32), accepted: [] }),
    'GET /api/admin/history': () => statusResponse(shownStatus),
    ...routes,
  })
  render(
    <MemoryRouter>
      <BackupsScreen />
      <Toasts />
    </MemoryRouter>,
  )
}
const exportButton = () => screen.findByRole('button', { name: `Export ${weekly.name}` })

test('an export is saved under the name of the server', async () => {
  renderScreen({
    'GET /api/admin/backups/:id/export': () =>
      new Response('0123456789', {
        headers: { 'Content-Disposition': 'attachment; filename="thirty-backup-weekly.ndjson.gz"' },
      }),
  })
  await userEvent.click(await exportButton())
  expect(await screen.findByText('Exported Weekly backup 1, 10 B')).toBeTruthy()
  expect(vi.mocked(saveFile).mock.calls[0]?.[0].name).toBe('thirty-backup-weekly.ndjson.gz')
})

test('a running export shows its size and can be cancelled', async () => {
  let isCancelled = false
  const endless = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(2048)),
    cancel: () => void (isCancelled = true),
  })
  renderScreen({ 'GET /api/admin/backups/:id/export': () => new Response(endless) })
  await userEvent.click(await exportButton())
  expect(await screen.findByText('Exporting, 2 KB')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: `Cancel the export of ${weekly.name}` }))
  expect(screen.queryByText(/^Exporting/)).toBeNull()
  await waitFor(() => expect(isCancelled).toBe(true))
  expect(saveFile).not.toHaveBeenCalled()
})

test('a failed export says why and can be repeated', async () => {
  let isBusy = true
  renderScreen({
    'GET /api/admin/backups/:id/export': () =>
      isBusy ? errorResponse(503, 'busy', 'Another export is running.') : new Response('content'),
  })
  await userEvent.click(await exportButton())
  expect(await screen.findByText('Export failed: Another export is running.')).toBeTruthy()
  isBusy = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1))
})

const backupFile = new File([new Uint8Array([0x1f, 0x8b, 8, 0])], 'autumn.ndjson.gz')
const openImport = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  return within(await screen.findByRole('dialog', { name: 'Import a backup' }))
}
const importResponse = (wasThere: boolean) => ({
  success: true,
  position: '600',
  backup: { ...beforeReset, imported: true },
  wasThere,
  verification: {
    formatVersion: 1,
    productVersion: '0.2.0',
    events: 12_043,
    finalHash: 'f1'.repeat(32),
    digest: 'd1'.repeat(32),
  },
})

test('an import shows its progress and what was verified, and the backup is in the list', async () => {
  const respond = mockUpload()
  renderScreen()
  const dialog = await openImport()
  await userEvent.upload(dialog.getByLabelText('Backup file'), backupFile)
  expect(await dialog.findByText(/0 percent uploaded/)).toBeTruthy()
  backups = [{ ...beforeReset, imported: true }, weekly]
  respond(200, importResponse(false))
  expect((await dialog.findByText(/is imported\./)).textContent).toContain(beforeReset.name)
  expect(dialog.getByText('12,043')).toBeTruthy()
  expect(dialog.getByText('Thirty 0.2.0, format 1')).toBeTruthy()
  expect(dialog.getByText('f1'.repeat(32))).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  const heading = await screen.findByRole('heading', { name: beforeReset.name })
  expect(heading.closest('li')?.textContent).toContain('Imported')
})

test('the events are counted while the server verifies, writes and checks', async () => {
  const respond = mockUpload()
  renderScreen()
  const dialog = await openImport()
  await userEvent.upload(dialog.getByLabelText('Backup file'), backupFile)
  await dialog.findByText(/0 percent uploaded/)
  act(() => respond.sent(1))
  expect((await dialog.findByRole('status')).textContent).toBe(
    'Uploaded autumn.ndjson.gz, 4 B. Waiting for the server.',
  )
  expect(dialog.queryByRole('progressbar')).toBeNull()
  const report = (step: string, events: number) =>
    act(() => respond.line({ progress: { step, events, total: 12_043 } }))
  report('verifying', 3_000)
  const bar = dialog.getByRole('progressbar', { name: 'Import' })
  expect(bar.getAttribute('aria-valuetext')).toBe('3,000 of 12,043 events verified')
  expect(dialog.getByRole('status').textContent).toMatch(/^Verifying/)
  report('appending', 9_000)
  expect(dialog.getByText('9,000 of 12,043 events written')).toBeTruthy()
  report('checking', 12_043)
  expect(bar.getAttribute('aria-valuenow')).toBe(bar.getAttribute('aria-valuemax'))
  act(() => respond.line({ status: 200, body: importResponse(false) }))
  expect((await dialog.findByText(/is imported\./)).textContent).toContain(beforeReset.name)
})

test('a refusal after progress is shown with its reason, and a connection that was lost as such', async () => {
  const respond = mockUpload()
  renderScreen()
  const dialog = await openImport()
  const send = async () => {
    await userEvent.upload(dialog.getByLabelText('Backup file'), backupFile)
    await dialog.findByText(/percent uploaded/)
    act(() => respond.line({ progress: { step: 'verifying', events: 1, total: 2 } }))
  }
  await send()
  act(() =>
    respond.line({
      status: 422,
      body: { success: false, code: 'backup-damaged', message: 'Line 7 is damaged.' },
    }),
  )
  expect((await dialog.findByRole('alert')).textContent).toBe('Nothing was imported. Line 7 is damaged.')
  await send()
  act(() => {
    respond.sent(1)
    respond.end()
  })
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'The connection was lost. The server may still be importing. Choose the same file again: nothing is imported twice.',
  )
})

test('an import of a backup that is there says that nothing has changed', async () => {
  const respond = mockUpload()
  renderScreen()
  const dialog = await openImport()
  await userEvent.upload(dialog.getByLabelText('Backup file'), backupFile)
  await dialog.findByText(/percent uploaded/)
  respond(200, importResponse(true))
  expect((await dialog.findByText(/was imported before\./)).textContent).toContain('Nothing has changed.')
})

test('a damaged file is refused with the reason of the server, and another one can be chosen', async () => {
  const respond = mockUpload()
  renderScreen()
  const dialog = await openImport()
  await userEvent.upload(dialog.getByLabelText('Backup file'), backupFile)
  await dialog.findByText(/percent uploaded/)
  respond(422, {
    success: false,
    code: 'backup-damaged',
    message: 'Line 7 is damaged: its hash does not match.',
  })
  const alert = await dialog.findByRole('alert')
  expect(alert.textContent).toBe('Nothing was imported. Line 7 is damaged: its hash does not match.')
  expect(dialog.getByLabelText('Backup file')).toBeTruthy()
})

test('a file that is no gzip is refused before it is sent', async () => {
  renderScreen()
  const dialog = await openImport()
  fireEvent.drop(dialog.getByLabelText('Backup file').closest('div') as HTMLElement, {
    dataTransfer: { files: [new File(['a photo'], 'photo.png')] },
  })
  expect((await dialog.findByRole('alert')).textContent).toContain("photo.png isn't a backup file.")
})

test.for([
  ['empty', '', 'autumn.ndjson.gz is empty. Download the backup again.'],
  [
    'unpacked',
    '{"format":1}\n',
    'autumn.ndjson.gz was unpacked, probably by the browser that downloaded it.',
  ],
] as const)('a file that is %s is refused with that cause', async ([, content, message]) => {
  renderScreen()
  const dialog = await openImport()
  await userEvent.upload(dialog.getByLabelText('Backup file'), new File([content], 'autumn.ndjson.gz'))
  expect((await dialog.findByRole('alert')).textContent).toContain(message)
})

test('an import can be cancelled while it is sent', async () => {
  mockUpload()
  renderScreen()
  const dialog = await openImport()
  await userEvent.upload(dialog.getByLabelText('Backup file'), backupFile)
  await userEvent.click(await dialog.findByRole('button', { name: 'Cancel the import' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
