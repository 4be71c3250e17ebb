// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useAfter } from './use-after.ts'

const called = vi.fn<(render: string) => void>()

beforeEach(() => {
  called.mockClear()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

type Render = { name: string; delayMs: number | undefined; since?: number }

const show = (first: Render) =>
  renderHook<void, Render>(({ name, delayMs, since }) => useAfter(delayMs, () => called(name), since), {
    initialProps: first,
    wrapper: StrictMode,
  })

test('the function of the last render is called once; a render does not begin the time anew', () => {
  const { rerender } = show({ name: 'first', delayMs: 100 })
  vi.advanceTimersByTime(60)
  rerender({ name: 'second', delayMs: 100 })
  vi.advanceTimersByTime(39)
  expect(called).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  expect(called.mock.calls).toEqual([['second']])
})

test('what it depends on begins the time anew, also after a call', () => {
  const { rerender } = show({ name: 'first', delayMs: 100, since: 1 })
  vi.advanceTimersByTime(60)
  rerender({ name: 'second', delayMs: 100, since: 2 })
  vi.advanceTimersByTime(99)
  expect(called).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  rerender({ name: 'third', delayMs: 100, since: 1 })
  vi.advanceTimersByTime(100)
  expect(called.mock.calls).toEqual([['second'], ['third']])
})

test('nothing is called without a delay, or once the component is gone; a delay of 0 is one', () => {
  const { rerender, unmount } = show({ name: 'first', delayMs: undefined })
  vi.advanceTimersByTime(500)
  rerender({ name: 'second', delayMs: 0 })
  vi.advanceTimersByTime(0)
  expect(called.mock.calls).toEqual([['second']])
  rerender({ name: 'third', delayMs: 100 })
  unmount()
  vi.advanceTimersByTime(500)
  expect(called).toHaveBeenCalledOnce()
})
