// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearUserData } from '../../storage/user-change.ts'
import { announce, Announcer, Toasts } from './shell-messages.tsx'
import { toast } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

const show = (message: Parameters<typeof toast>[0]) => act(() => void toast(message))
const advance = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('a message disappears after six seconds', () => {
  render(<Toasts />)
  show({ kind: 'success', text: 'Pick one approved' })
  expect(screen.getByRole('status').textContent).toContain('Pick one approved')
  advance(6000)
  expect(screen.queryByText('Pick one approved')).toBeNull()
})

test('keeps a message while the pointer is over it', () => {
  render(<Toasts />)
  show({ kind: 'achievement', text: 'You moved up to 8' })
  fireEvent.pointerEnter(screen.getByText('You moved up to 8'))
  advance(20_000)
  expect(screen.getByText('You moved up to 8')).toBeTruthy()
})

test('an error interrupts screen readers and stays until it is closed', () => {
  render(<Toasts />)
  show({ kind: 'error', text: 'Failed to reject submission' })
  expect(screen.getByRole('alert').textContent).toContain('Failed to reject submission')
  advance(60_000)
  fireEvent.click(screen.getByRole('button', { name: 'Close message' }))
  expect(screen.queryByText('Failed to reject submission')).toBeNull()
})

test('a press on the action runs it once and closes the message', () => {
  const retry = vi.fn<() => void>()
  render(<Toasts />)
  show({ kind: 'error', text: 'Failed to reject submission', action: { label: 'Retry', onPress: retry } })
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(retry).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Failed to reject submission')).toBeNull()
})

test('newer messages do not remove an error that was not closed', () => {
  render(<Toasts />)
  show({ kind: 'error', text: 'Failed to reject submission' })
  for (const text of ['One', 'Two', 'Three', 'Four']) show({ kind: 'success', text })
  expect(screen.getByText('Failed to reject submission')).toBeTruthy()
  expect(screen.queryByText('Two')).toBeNull()
  expect(screen.getByText('Four')).toBeTruthy()
})

test('shows messages with the same id only once', () => {
  render(<Toasts />)
  show({ kind: 'info', text: 'Offline', id: 'offline' })
  show({ kind: 'info', text: 'Offline', id: 'offline' })
  expect(screen.getAllByText('Offline')).toHaveLength(1)
})

test('announces the same text twice', () => {
  render(<Announcer />)
  act(() => announce('1 new submission'))
  const first = screen.getByText('1 new submission')
  act(() => announce('1 new submission'))
  expect(screen.getByText('1 new submission')).not.toBe(first)
})

test('an announcement for one user does not stay for the next one', () => {
  render(<Announcer />)
  act(() => announce('Your project was approved'))
  act(clearUserData)
  expect(screen.getByRole('status').textContent).toBe('')
})
