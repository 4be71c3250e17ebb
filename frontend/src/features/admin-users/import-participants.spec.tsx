// @vitest-environment happy-dom
import type { ParticipantRow } from '@thirty/contracts/accounts/participant-import-api.ts'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mockUpload } from '../../../testing/mock-upload.ts'
import { ImportParticipantsDialog } from './import-participants-dialog.tsx'

const maya: ParticipantRow = {
  row: 2,
  fullName: 'Maya Lindgren',
  email: 'maya@example.org',
  username: 'maya_lindgren',
  outcome: 'new',
  errors: [],
}
const ben: ParticipantRow = {
  ...maya,
  row: 3,
  fullName: 'Ben Okafor',
  email: 'ben@example.org',
  outcome: 'exists',
}
const bob: ParticipantRow = {
  row: 4,
  fullName: 'B0b',
  email: 'bob@example.org',
  username: null,
  outcome: 'error',
  errors: [{ column: 'fullName', message: 'Invalid characters' }],
}
const preview = {
  success: true,
  rows: [maya, ben, bob],
  file: { name: 'participants-preview.csv', content: 'a' },
}
const result = {
  ...preview,
  message: 'Participants imported',
  position: '9',
  file: { name: 'participants-result.csv', content: 'b' },
}

function choose() {
  const onClose = vi.fn<() => void>()
  const answer = mockUpload()
  render(<ImportParticipantsDialog onClose={onClose} />)
  const file = new File(['Full name,Email'], 'team.csv', { type: 'text/csv' })
  fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [file] } })
  return { answer, onClose }
}
const rowTexts = async () =>
  within(await screen.findByRole('list', { name: 'Rows' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('shows what would happen to each row, errors first with their column', async () => {
  const { answer } = choose()
  expect(screen.getByText(/Checking/).textContent).toBe('Checking team.csv …')
  answer(200, preview)
  expect(await rowTexts()).toEqual([
    'Row 4B0bbob@example.org · no usernameFull name: Invalid charactersError',
    'Row 2Maya Lindgrenmaya@example.org · @maya_lindgrenNew account',
    'Row 3Ben Okaforben@example.org · @maya_lindgrenAlready exists',
  ])
  expect(screen.getByText('1 new account · 1 already exists · 1 error')).toBeTruthy()
})

test('imports after a confirmation, shows the progress and what happened, and saves that as CSV', async () => {
  const saved: File[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof File) saved.push(file)
    return 'blob:file'
  })
  const { answer, onClose } = choose()
  answer(200, preview)
  await screen.findByRole('list', { name: 'Rows' })
  await press('Import 1 participant')
  answer.line({ progress: { done: 0, total: 1 } })
  const progress = await screen.findByText('0 of 1 done')
  expect(progress.parentElement?.textContent).toBe('Importing team.csv … 0 of 1 done')
  answer.line({ status: 200, body: result })
  expect((await rowTexts())[1]).toContain('Created')
  expect(screen.getByText('The emails are being sent.')).toBeTruthy()
  await press('Save as CSV')
  expect(saved.map(({ name }) => name)).toEqual(['participants-result.csv'])
  await press('Done')
  expect(onClose).toHaveBeenCalledOnce()
})

test('a dialog cannot be closed while its import runs', async () => {
  const { answer, onClose } = choose()
  answer(200, preview)
  await screen.findByRole('list', { name: 'Rows' })
  await press('Import 1 participant')
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})

test('a file is no longer sent once the dialog is closed during its check', async () => {
  const { answer, onClose } = choose()
  await press('Cancel')
  expect(onClose).toHaveBeenCalledOnce()
  expect(answer.isAborted()).toBe(true)
})

test('says why a file is refused, and takes another one', async () => {
  const { answer } = choose()
  answer(422, { success: false, code: 'invalid-fields', message: 'The file has no rows below the header.' })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Nothing was imported. The file has no rows below the header.')
  expect(screen.getByLabelText('CSV file')).toBeTruthy()
})

test('says that an import may continue after the connection was lost', async () => {
  const { answer } = choose()
  answer(200, preview)
  await screen.findByRole('list', { name: 'Rows' })
  await press('Import 1 participant')
  answer.line({ progress: { done: 0, total: 1 } })
  answer.end()
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('The server may still be importing.'),
  )
})

test('a file without anybody new cannot be imported', async () => {
  const { answer } = choose()
  answer(200, { ...preview, rows: [ben, bob] })
  expect(await screen.findByText('This file has no new participants.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Import/ })).toBeNull()
})

test('a long file shows its first 200 rows', async () => {
  const { answer } = choose()
  const rows = Array.from({ length: 250 }, (_, index) => ({ ...maya, row: index + 2 }))
  answer(200, { ...preview, rows })
  expect(await rowTexts()).toHaveLength(200)
  expect(screen.getByText(/Showing 200 of 250 rows/)).toBeTruthy()
})
