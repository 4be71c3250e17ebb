// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { errorResponse, mockServer } from '../../../testing/mock-server.ts'
import { useToasts } from '../ui/feedback/toast-store.ts'
import { ExportButtons } from './export-buttons.tsx'

afterEach(() => {})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)

function catchSavedFiles(): File[] {
  const saved: File[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof File) saved.push(file)
    return 'blob:file'
  })
  return saved
}

test.each([
  ['users', 'CSV', 'Exported the users, 3 B'],
  ['projects', 'JSON', 'Exported the projects, 3 B'],
  ['ratings', 'CSV', 'Exported the ratings, 3 B'],
] as const)('saves %s as %s', async (kind, format, text) => {
  const saved = catchSavedFiles()
  const requests = mockServer({ [`GET /api/admin/exports/${kind}`]: () => new Response('a,b') })
  render(<ExportButtons kind={kind} namesKind />)
  await press(`Export ${kind} as ${format}`)
  await waitFor(() => expect(toasts()).toEqual([text]))
  expect(saved.map(({ name }) => name)).toEqual([`thirty-${kind}.${format.toLowerCase()}`])
  expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({ format: format.toLowerCase() })
})

test('a failed export says why, and can be tried again', async () => {
  const saved = catchSavedFiles()
  mockServer({
    'GET /api/admin/exports/users': () =>
      errorResponse(503, 'busy', 'The server is busy. Please try again in a moment.'),
  })
  render(<ExportButtons kind="users" />)
  await press('Export CSV')
  await waitFor(() =>
    expect(toasts()).toEqual(['Export failed: The server is busy. Please try again in a moment.']),
  )
  mockServer({ 'GET /api/admin/exports/users': () => new Response('a,b') })
  useToasts.getState().toasts[0]?.action?.onPress()
  await waitFor(() => expect(saved).toHaveLength(1))
})
