// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useFreezeWhileInteracting } from './use-freeze-while-interacting.ts'

afterEach(cleanup)

const Board = ({ rows }: { rows: string[] }) => {
  const [ref, held] = useFreezeWhileInteracting({
    latest: rows,
    changes: (shown, latest) => latest.filter((row, at) => row !== shown[at]).length,
  })
  return (
    <div ref={ref} data-testid="board">
      <output>{held.shown.join(' ')}</output>
      {held.waiting > 0 && (
        <button type="button" onClick={held.show}>
          {held.waiting} changes, show them
        </button>
      )}
    </div>
  )
}

const before = ['Sofia', 'Tomasz', 'Maya']
const after = ['Maya', 'Sofia', 'Tomasz']
const shown = () => screen.getByRole('status').textContent

test('changes come in at once while nobody is in the list', () => {
  const { rerender } = render(<Board rows={before} />)
  rerender(<Board rows={after} />)
  expect(shown()).toBe('Maya Sofia Tomasz')
})

test('while the pointer is in the list changes wait and are counted', () => {
  const { rerender } = render(<Board rows={before} />)
  fireEvent.pointerEnter(screen.getByTestId('board'))
  rerender(<Board rows={after} />)
  expect(shown()).toBe('Sofia Tomasz Maya')
  fireEvent.click(screen.getByRole('button', { name: '3 changes, show them' }))
  expect(shown()).toBe('Maya Sofia Tomasz')
})

test('leaving the list lets the changes in', () => {
  const { rerender } = render(<Board rows={before} />)
  fireEvent.pointerEnter(screen.getByTestId('board'))
  rerender(<Board rows={after} />)
  fireEvent.pointerLeave(screen.getByTestId('board'))
  expect(shown()).toBe('Maya Sofia Tomasz')
})
