// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { StrictMode, useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { useStore } from 'zustand'
import { serverUnreachable } from '../http/request-failed.ts'
import { clearUserData } from '../storage/user-change.ts'
import { liveData, useLast, useLiveData } from './live-data.ts'
import type { LiveDefinition } from './live-types.ts'
import { Loaded } from '../ui/feedback/states.tsx'

/** Data whose loads answer with their key and their number. */
const numbered = (changes: Partial<LiveDefinition<string, string>> = {}) => {
  const signals: AbortSignal[] = []
  const data = liveData<string, string>({
    load: async (key, signal) => {
      signals.push(signal)
      return `${key}${signals.length}`
    },
    ...changes,
  })
  /** Shows the data on a button that loads it again. */
  const Text = ({ of }: { of: string }) => {
    const view = useLiveData(data, of)
    return (
      <Loaded view={view} loading="loading" empty="empty">
        {(text) => <button onClick={view.reload}>{text}</button>}
      </Loaded>
    )
  }
  return { data, signals, Text }
}
const settle = () => act(async () => undefined)
const shown = () => document.body.textContent

test('two components with the same key send one request, in strict mode as well', async () => {
  const { signals, Text } = numbered()
  render(
    <StrictMode>
      <Text of="a" />
      <Text of="a" />
      <Text of="b" />
    </StrictMode>,
  )
  expect(shown()).toBe('loadingloadingloading')
  await settle()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
  expect(shown()).toBe('a1a1b2')
})

test('the first data does not block the page: it is shown in a later task than it arrives in; other data at once', async () => {
  const { data, Text } = numbered()
  render(<Text of="a" />)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const { promise: shownInTask, resolve } = Promise.withResolvers<string | null>()
  // React has listened before. It renders synchronous updates in a microtask.
  data.at('a').subscribe(({ state }) => state === 'ready' && queueMicrotask(() => resolve(shown())))
  expect(await shownInTask).toBe('loading')
  await vi.waitFor(() => expect(shown()).toBe('a1'))
  data.at('a').change(() => 'changed')
  await Promise.resolve()
  expect(shown()).toBe('changed')
  vi.unstubAllGlobals()
})

test('shows no data of the previous key, and at once the data it has of the new one', async () => {
  const { signals, Text } = numbered()
  const { rerender } = render(<Text of="a" />)
  await settle()
  rerender(<Text of="b" />)
  expect(shown()).toBe('loading')
  await settle()
  rerender(<Text of="a" />)
  expect(shown()).toBe('a1')
  await settle()
  expect([shown(), signals.length]).toEqual(['a3', 3])
})

test('a form that must begin with fresh data does not see that of before', async () => {
  const { Text } = numbered({ isAlwaysFresh: true })
  const { unmount } = render(<Text of="a" />)
  await settle()
  unmount()
  await settle()
  render(<Text of="a" />)
  expect(shown()).toBe('loading')
  await settle()
  expect(shown()).toBe('a2')
})

test('shows why a first load failed, loads it on a retry, and keeps the data when a later load fails', async () => {
  let isAway = true
  const { Text } = numbered({
    failedText: 'It could not be loaded.',
    load: async () => {
      if (isAway) throw serverUnreachable()
      return 'text'
    },
  })
  render(<Text of="a" />)
  await settle()
  expect(screen.getByRole('alert').textContent).toMatch(/^It could not be loaded\./)
  isAway = false
  await act(async () => screen.getByRole('button').click())
  expect(shown()).toBe('text')
  isAway = true
  await act(async () => screen.getByRole('button').click())
  expect(shown()).toBe('text')
})

test('says that there is nothing in the data', async () => {
  const { Text } = numbered({ load: async () => '', isEmpty: (text) => text === '' })
  render(<Text of="a" />)
  await settle()
  expect(shown()).toBe('empty')
})

test('a screen that stays open when the user changes loads the data of the new one', async () => {
  const { signals, Text } = numbered()
  render(<Text of="a" />)
  await settle()
  act(clearUserData)
  expect(shown()).toBe('loading')
  await vi.waitFor(() => expect(shown()).toBe('a2'))
  expect(signals).toHaveLength(2)
})

test('a component renders again only when the part that it uses changes', async () => {
  const { data, Text } = numbered()
  let renders = 0
  const Length = () => {
    const length = useStore(data.at('a'), (view) => view.data?.length)
    useEffect(() => void (renders += 1))
    return length
  }
  render([<Length key="length" />, <Text key="text" of="a" />])
  await settle()
  const before = renders
  await act(() => data.at('a').refresh())
  expect([shown(), renders]).toEqual(['2a2', before])
})

test('the data of the previous key can be shown until that of the next one has loaded', async () => {
  const { data } = numbered()
  const Search = ({ of }: { of: string }) => useLast(useLiveData(data, of).data)
  const { rerender } = render(<Search of="a" />)
  await settle()
  rerender(<Search of="b" />)
  expect(shown()).toBe('a1')
  await settle()
  expect(shown()).toBe('b2')
  act(clearUserData)
  expect(shown()).toBe('')
})
