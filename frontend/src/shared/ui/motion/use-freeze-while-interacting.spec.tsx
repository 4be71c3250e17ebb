// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFreezeWhileInteracting } from './use-freeze-while-interacting.ts'

const Board = ({ rows }: { rows: string[] }) => {
  const [ref, freeze] = useFreezeWhileInteracting(
    rows,
    (frozen, latest) => latest.filter((row, index) => row !== frozen[index]).length,
  )
  return (
    <div ref={ref} data-testid="board">
      <output>{freeze.frozen.join(' ')}</output>
      {freeze.pendingCount > 0 && (
        <button type="button" onClick={freeze.release}>
          {freeze.pendingCount} changes, show them
        </button>
      )}
    </div>
  )
}

const before = ['Sofia', 'Tomasz', 'Maya']
const after = ['Maya', 'Sofia', 'Tomasz']
const shown = () => screen.getByRole('status').textContent

test('shows changes at once while the user does not interact with the list', () => {
  const { rerender } = render(<Board rows={before} />)
  rerender(<Board rows={after} />)
  expect(shown()).toBe('Maya Sofia Tomasz')
})

test('holds back and counts changes while the pointer is in the list', () => {
  const { rerender } = render(<Board rows={before} />)
  fireEvent.pointerEnter(screen.getByTestId('board'))
  rerender(<Board rows={after} />)
  expect(shown()).toBe('Sofia Tomasz Maya')
  fireEvent.click(screen.getByRole('button', { name: '3 changes, show them' }))
  expect(shown()).toBe('Maya Sofia Tomasz')
})

test('shows the changes when the pointer leaves the list', () => {
  const { rerender } = render(<Board rows={before} />)
  fireEvent.pointerEnter(screen.getByTestId('board'))
  rerender(<Board rows={after} />)
  fireEvent.pointerLeave(screen.getByTestId('board'))
  expect(shown()).toBe('Maya Sofia Tomasz')
})

test('shows the changes when the focus has left: not before the press that took it is a click', async () => {
  const { rerender } = render(<Board rows={before} />)
  const board = screen.getByTestId('board')
  fireEvent.focusIn(board)
  rerender(<Board rows={after} />)
  fireEvent.mouseDown(document.body)
  fireEvent.focusOut(board)
  expect(shown()).toBe('Sofia Tomasz Maya')
  fireEvent.mouseUp(document.body)
  expect(shown()).toBe('Maya Sofia Tomasz')
})

test('the focus may move inside of the list', () => {
  const { rerender } = render(<Board rows={before} />)
  const board = screen.getByTestId('board')
  fireEvent.focusIn(board)
  rerender(<Board rows={after} />)
  fireEvent.focusOut(board, { relatedTarget: screen.getByRole('button') })
  expect(shown()).toBe('Sofia Tomasz Maya')
})

test('the focus that comes back during the press that took it keeps the rows', () => {
  const { rerender } = render(<Board rows={before} />)
  const board = screen.getByTestId('board')
  fireEvent.focusIn(board)
  rerender(<Board rows={after} />)
  const button = screen.getByRole('button')
  act(() => button.focus())
  fireEvent.mouseDown(document.body)
  act(() => button.blur())
  act(() => button.focus())
  fireEvent.mouseUp(document.body)
  expect(shown()).toBe('Sofia Tomasz Maya')
  act(() => button.blur())
  expect(shown()).toBe('Maya Sofia Tomasz')
})
