// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useToasts } from '../feedback/toast-store.ts'
import { ShareButton } from './share-button.tsx'

const stubNavigator = (parts: { share?: unknown; clipboard?: unknown }) =>
  vi.stubGlobal('navigator', { ...parts })
const press = () => {
  render(<ShareButton title="Day 9" path="/leaderboard/replay?day=9" />)
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
}
const url = () => `${location.origin}/leaderboard/replay?day=9`
const toasts = () => useToasts.getState().toasts.map(({ kind, text }) => [kind, text])

test('opens the menu of the device', async () => {
  const share = vi.fn<() => Promise<void>>(async () => undefined)
  stubNavigator({ share })
  press()
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Day 9', url: url() })
  expect(toasts()).toEqual([])
})

test('says nothing when the user closes the menu', async () => {
  const share = vi.fn<() => Promise<void>>(async () => {
    throw new DOMException('closed', 'AbortError')
  })
  stubNavigator({ share })
  press()
  // The answer of the menu is handled before the next task.
  await new Promise((resolve) => setTimeout(resolve))
  expect(share).toHaveBeenCalledOnce()
  expect(toasts()).toEqual([])
})

test('copies the link where there is no menu', async () => {
  const writeText = vi.fn<() => Promise<void>>(async () => undefined)
  stubNavigator({ clipboard: { writeText } })
  press()
  await waitFor(() => expect(toasts()).toEqual([['success', 'Link copied']]))
  expect(writeText).toHaveBeenCalledExactlyOnceWith(url())
})

test('shows the link if it cannot be copied', async () => {
  stubNavigator({})
  press()
  await waitFor(() => expect(toasts()).toEqual([['error', `Couldn't copy the link. It is ${url()}`]]))
})

test('a link that is shared from a German page says so, that of a page in a test language does not', async () => {
  for (const [code, path] of [
    ['de', '/leaderboard/replay?day=9&language=de'],
    ['en-XA', '/leaderboard/replay?day=9'],
  ] as const) {
    document.documentElement.lang = code
    vi.resetModules()
    const { ShareButton: Button } = await import('./share-button.tsx')
    const share = vi.fn<() => Promise<void>>(async () => undefined)
    stubNavigator({ share })
    const { unmount } = render(<Button title="Tag 9" path="/leaderboard/replay?day=9" />)
    fireEvent.click(screen.getByRole('button'))
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Tag 9', url: location.origin + path })
    unmount()
  }
  document.documentElement.lang = ''
})
