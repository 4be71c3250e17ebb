// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FileDrop } from './file-drop.tsx'

const image = new File(['x'], 'pulse.png', { type: 'image/png' })

test('accepts an image from the file input', async () => {
  const onFile = vi.fn<(file: File) => void>()
  render(<FileDrop label="Screenshot" onFile={onFile} />)
  await userEvent.upload(screen.getByLabelText('Screenshot'), image)
  expect(onFile).toHaveBeenCalledWith(image)
})

test('accepts a dropped image', () => {
  const onFile = vi.fn<(file: File) => void>()
  render(<FileDrop label="Screenshot" onFile={onFile} />)
  const dropZone = screen.getByLabelText('Screenshot').parentElement
  if (!dropZone) throw new Error('The input has no drop zone.')
  fireEvent.dragOver(dropZone)
  expect(screen.getByText('Drop to add it')).toBeTruthy()
  fireEvent.drop(dropZone, { dataTransfer: { files: [image] } })
  expect(onFile).toHaveBeenCalledWith(image)
})

test('is for an image, which has a preview, unless it accepts other files', () => {
  const field = (accept?: string) => (
    <FileDrop label="File" file={{ name: 'pulse' }} onFile={() => undefined} {...(accept && { accept })} />
  )
  const { rerender } = render(field())
  const input = screen.getByLabelText<HTMLInputElement>('File')
  expect([input.accept, screen.queryByRole('img')]).toEqual(['image/*', expect.anything()])
  rerender(field('.csv'))
  expect([input.accept, screen.queryByRole('img')]).toEqual(['.csv', null])
})

test('a file that is dropped beside the zone does not replace the page', () => {
  const onFile = vi.fn<(file: File) => void>()
  const { unmount } = render(<FileDrop label="Screenshot" onFile={onFile} />)
  // `fireEvent` returns false if the default action is prevented.
  expect([fireEvent.dragOver(document.body), fireEvent.drop(document.body)]).toEqual([false, false])
  expect(onFile).not.toHaveBeenCalled()
  unmount()
  expect(fireEvent.drop(document.body)).toBe(true)
})

test.each([
  ['shows the progress of an upload', 0.62, '62 percent uploaded', '82 KB, 62 percent uploaded'],
  [
    'does not say that all was uploaded before the server has answered',
    1,
    '99 percent uploaded',
    '82 KB, sending the rest',
  ],
])('%s', (_, progress, valueText, text) => {
  const file = { name: 'pulse.png', bytes: 83_968 }
  render(<FileDrop label="Screenshot" file={file} progress={progress} onFile={() => undefined} />)
  const bar = screen.getByRole('progressbar', { name: 'Upload' })
  expect(bar.getAttribute('aria-valuetext')).toBe(valueText)
  expect(screen.getByText(text)).toBeTruthy()
})

test('keeps the previous image after an error, and it can still be removed', async () => {
  const onRemove = vi.fn<() => void>()
  render(
    <FileDrop
      label="Screenshot"
      file={{ name: 'old.png' }}
      error="File size exceeds 2MB limit. Please choose a smaller image."
      onFile={() => undefined}
      onRemove={onRemove}
    />,
  )
  expect(screen.getByText('old.png')).toBeTruthy()
  expect(screen.getByLabelText('Screenshot').getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(onRemove).toHaveBeenCalled()
})
