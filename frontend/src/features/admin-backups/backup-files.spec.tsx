// @vitest-environment happy-dom
import type { ImportPreview, ImportResponse } from '@thirty/contracts/backups/api.ts'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { beforeReset, shownStatus, statusResponse, weekly } from '../../../testing/history-fixtures.ts'
import { errorResponse, mockServer, pageResponse, type RouteHandler } from '../../../testing/mock-server.ts'
import { mockUpload } from '../../../testing/mock-upload.ts'
import { saveFile } from '../../shared/http/download.ts'
import { Toasts } from '../../shared/ui/feedback/shell-messages.tsx'
import { BackupsScreen } from './backups-screen.tsx'

vi.mock(import('../../shared/http/download.ts'), async (original) => ({
  ...(await original()),
  saveFile: vi.fn<(file: File) => void>(),
}))

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
/** Chooses a file, whose upload `respond` answers. */
const chooseFile = async () => {
  const respond = mockUpload()
  renderScreen()
  const dialog = await openImport()
  await userEvent.upload(dialog.getByLabelText('Backup file'), backupFile)
  return { dialog, respond }
}
const key = '0123456789abcdef'.repeat(2)
type Respond = ReturnType<typeof mockUpload>
const importResponse = (wasThere: boolean): ImportResponse => ({
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
    origin: 'own',
    signedBy: key,
    signerName: null,
  },
})
const importPreview = (changes: Partial<ImportPreview> = {}): ImportPreview => ({
  success: true,
  name: beforeReset.name,
  createdAt: beforeReset.createdAt,
  statistics: beforeReset.data.statistics,
  backupId: null,
  people: { total: 12, unknown: 0 },
  mayImport: true,
  verification: importResponse(false).verification,
  ...changes,
})
/** Answers the check of a file, and imports it. */
const importChecked = async (dialog: Awaited<ReturnType<typeof openImport>>, respond: Respond) => {
  await dialog.findByText(/percent uploaded/)
  act(() => respond(200, importPreview()))
  await userEvent.click(await dialog.findByRole('button', { name: 'Import' }))
}

test('an import shows its progress and what was verified, and the backup is in the list', async () => {
  const { dialog, respond } = await chooseFile()
  await importChecked(dialog, respond)
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
  const { dialog, respond } = await chooseFile()
  await importChecked(dialog, respond)
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
    await importChecked(dialog, respond)
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

test.each(['while the file is checked', 'before the whole file is sent for its import'])(
  'nothing was imported if the connection is lost %s',
  async (when) => {
    const { dialog, respond } = await chooseFile()
    await dialog.findByText(/percent uploaded/)
    act(() => respond.sent(1))
    if (when !== 'while the file is checked') {
      act(() => respond(200, importPreview()))
      await userEvent.click(await dialog.findByRole('button', { name: 'Import' }))
      await dialog.findByText(/percent uploaded/)
    }
    act(() => respond.end())
    expect((await dialog.findByRole('alert')).textContent).toMatch(/^Nothing was imported\./)
  },
)

test('an import of a backup that is there says that nothing has changed', async () => {
  const { dialog, respond } = await chooseFile()
  await importChecked(dialog, respond)
  await dialog.findByText(/percent uploaded/)
  respond(200, importResponse(true))
  expect((await dialog.findByText(/was imported before\./)).textContent).toContain('Nothing has changed.')
})

const checkFile = async (preview: ImportPreview) => {
  const { dialog, respond } = await chooseFile()
  await dialog.findByText(/percent uploaded/)
  act(() => respond(200, preview))
  await dialog.findByRole('heading', { name: beforeReset.name })
  return dialog
}
const { verification: own } = importPreview()
const grouped = '0123 4567 89ab cdef 0123 4567 89ab cdef'
const isMarked = /^Only owners can import it\. Its backup and its run will be marked as imported/

test.each([
  ['this installation', {}, 'By this installation', false],
  [
    'an accepted key, by its name',
    { origin: 'accepted', signerName: 'Spring' },
    `By “Spring”, whose key is accepted here: ${grouped}`,
    false,
  ],
  ['an unknown key', { origin: 'unknown' }, `By an unknown installation, with the key ${grouped}`, true],
  ['nobody', { origin: 'unknown', signedBy: null }, 'None: this file has no signature', true],
] as const)('before an import the file is said to be of %s', async (_, changes, text, isUnknown) => {
  const dialog = await checkFile(importPreview({ verification: { ...own, ...changes } }))
  expect(dialog.getByText(text)).toBeTruthy()
  expect(dialog.queryByText(isMarked) !== null).toBe(isUnknown)
  expect(dialog.getByRole('button', { name: 'Import' })).toBeTruthy()
})

test('an admin who may not import a file learns so before, and what to do', async () => {
  const verification = { ...own, origin: 'unknown' as const }
  const dialog = await checkFile(importPreview({ mayImport: false, verification }))
  expect(dialog.getByRole('alert').textContent).toBe(
    "You can't import this file. Ask an owner to accept its key, or to import it.",
  )
  expect(dialog.getByText(isMarked)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Import' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Choose another file' }))
  expect(dialog.getByLabelText('Backup file')).toBeTruthy()
})

test.each([
  [0, 'All 12 people in this file have accounts here.'],
  [
    1,
    '1 of 12 people in this file has no account here, and will be shown as “Participant elsewhere” (deleted accounts as “Deleted participant”).',
  ],
  [
    12,
    '12 of 12 people in this file have no account here, and will be shown as “Participant elsewhere” (deleted accounts as “Deleted participant”).',
  ],
])('before an import %i of the people are said to be unknown here', async (unknown, text) => {
  const dialog = await checkFile(importPreview({ people: { total: 12, unknown } }))
  expect(dialog.getByText(text)).toBeTruthy()
})

test('a file whose backup is in the list has nothing to import', async () => {
  const dialog = await checkFile(importPreview({ backupId: weekly._id }))
  expect(dialog.getByText(/already in the list/)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Import' })).toBeNull()
  expect(dialog.getByRole('link', { name: 'Show it in the list' })).toBeTruthy()
})

test('a damaged file is refused with the reason of the server, and another one can be chosen', async () => {
  const { dialog, respond } = await chooseFile()
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

test('a file that is not a gzip file is refused before it is sent', async () => {
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
  const { dialog, respond } = await chooseFile()
  await userEvent.click(await dialog.findByRole('button', { name: 'Cancel the import' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(respond.isAborted()).toBe(true)
})
