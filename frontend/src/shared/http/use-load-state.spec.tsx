// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
