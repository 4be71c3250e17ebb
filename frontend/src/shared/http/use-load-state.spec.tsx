// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { resync } from '../live/resync.ts'
import { requestFailedFrom, serverUnreachable } from './request-failed.ts'
import { useLoadState } from './use-load-state.ts'

/** Shows the loaded value or the error message on a button that reloads. */
const LoadedText = ({ load }: { load: () => Promise<string> }) => {
  const loaded = useLoadState({ queryKey: ['text'], queryFn: load, fallback: 'It could not be loaded.' })
  if (loaded.state === 'loading') return <p>loading</p>
  const [text, reload] =
    loaded.state === 'ready' ? [loaded.value, loaded.reload] : [loaded.message, loaded.retry]
  return <button onClick={reload}>{text}</button>
}

/** Renders the component, reloads once per further result, and returns the text shown at the end. */
const textAfter = async (...results: readonly (string | Error)[]): Promise<string> => {
  const pending = [...results]
  const load = async () => {
    const result = pending.shift() ?? ''
    if (result instanceof Error) throw result
    return result
  }
  await act(async () => void render(<LoadedText load={load} />))
  for (const _ of results.slice(1)) await act(async () => screen.getByRole('button').click())
  return screen.getByRole('button').textContent
}

test('keeps the loaded value when a reload fails', async () => {
  expect(await textAfter('first', new Error('away'))).toBe('first')
})

test('replaces the loaded value after a reload', async () => {
  expect(await textAfter('first', new Error('away'), 'third')).toBe('third')
})

test('shows a message when loading fails', async () => {
  expect(await textAfter(new Error('away'))).toBe('It could not be loaded.')
})

test('loads the value on a retry after a failure', async () => {
  expect(await textAfter(new Error('away'), 'second')).toBe('second')
})

test.each([
  ['when the connection is back', () => resync()],
  ['after a while', () => vi.advanceTimersByTime(15_000)],
])(
  'what failed for a reason that may pass is loaded again by itself %s, and the message stays until then',
  async (_, pass) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let answer: (text: string) => void = () => undefined
    let attempts = 0
    const load = () => {
      attempts += 1
      if (attempts === 1) return Promise.reject(serverUnreachable())
      return new Promise<string>((resolve) => (answer = resolve))
    }
    await act(async () => void render(<LoadedText load={load} />))
    await act(async () => pass())
    expect(attempts).toBe(2)
    expect(screen.getByRole('button').textContent).toBe('It could not be loaded.')
    await act(async () => answer('first'))
    expect(screen.getByRole('button').textContent).toBe('first')
  },
)

test('what the server refuses for good is not requested again', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.reject(requestFailedFrom(404, {})))
  await act(async () => void render(<LoadedText load={load} />))
  await act(async () => resync())
  expect(load).toHaveBeenCalledOnce()
})

test('data that has everything up to where the rooms were joined is not requested again', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'first')
  const Positioned = () => {
    const queryFn = async () => ({ text: await load(), position: '5', epoch: 'e1' })
    useLoadState({ queryKey: ['positioned'], queryFn, resyncs: true })
    return null
  }
  await act(async () => void render(<Positioned />))
  await act(async () => resync({ position: '5', epoch: 'e1' }))
  expect(load).toHaveBeenCalledOnce()
  await act(async () => resync({ position: '6', epoch: 'e1' }))
  expect(load).toHaveBeenCalledTimes(2)
})
