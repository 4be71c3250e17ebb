// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { FileDrop } from './file-drop.tsx'

afterEach(cleanup)

const picture = new File(['x'], 'pulse.png', { type: 'image/png' })

test('accepts an image from the file input', async () => {
  const take = vi.fn<(file: File) => void>()
  render(<FileDrop label="Screenshot" state={{ kind: 'rest' }} onFile={take} />)
  await userEvent.upload(screen.getByLabelText('Screenshot'), picture)
  expect(take).toHaveBeenCalledWith(picture)
})

test('accepts a dropped image', () => {
  const take = vi.fn<(file: File) => void>()
  render(<FileDrop label="Screenshot" state={{ kind: 'rest' }} onFile={take} />)
  const plate = screen.getByLabelText('Screenshot').parentElement
  if (!plate) throw new Error('The input has no plate.')
  fireEvent.dragOver(plate)
  expect(screen.getByText('Drop to add it')).toBeTruthy()
  fireEvent.drop(plate, { dataTransfer: { files: [picture] } })
  expect(take).toHaveBeenCalledWith(picture)
})

test('shows the progress of an upload', () => {
  render(
    <FileDrop
      label="Screenshot"
      state={{ kind: 'uploading', name: 'pulse.png', bytes: 83_968, progress: 0.62 }}
      onFile={() => undefined}
    />,
  )
  expect(screen.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuetext')).toBe(
    '62 percent sent',
  )
  expect(screen.getByText('82 KB, 62 percent sent')).toBeTruthy()
})

test('keeps the previous image after an error, and it can still be removed', async () => {
  const remove = vi.fn<() => void>()
  render(
    <FileDrop
      label="Screenshot"
      state={{ kind: 'ready', name: 'old.png' }}
      error="File size exceeds 2MB limit. Please choose a smaller image."
      onFile={() => undefined}
      onRemove={remove}
    />,
  )
  expect(screen.getByText('old.png')).toBeTruthy()
  expect(screen.getByLabelText('Screenshot').getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(remove).toHaveBeenCalled()
})
