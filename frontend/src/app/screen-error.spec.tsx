// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from '../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { ScreenError } from './screen-error.tsx'

const ownFile = new URL(import.meta.url).pathname.replace('.spec', '')
const pageOf = (script: string) => async () => new Response(`<meta name="script" content="${script}">`)
const away = async () => {
  throw new TypeError('offline')
}

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

/** Opens a screen whose file is missing. Returns how often the page was reloaded. */
async function openMissing(): Promise<() => number> {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  const lazy = async () => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
  }
  const router = createMemoryRouter([
    { path: '/', lazy, ErrorBoundary: ScreenError, HydrateFallback: () => null },
  ])
  await act(async () => void render(<RouterProvider router={router} />))
  return () => reload.mock.calls.length
}
const reloadedJustNow = () => sessionStorage.setItem('thirty-reloaded-at', String(Date.now()))

test('a screen whose file is missing while the server is away opens by itself once it answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', away)
  const reloads = await openMissing()
  expect(await screen.findByText(/Can't reach the server/)).toBeDefined()
  expect(screen.queryByText(/has been updated/)).toBeNull()
  expect(reloads()).toBe(0)
  vi.stubGlobal('fetch', pageOf(ownFile))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(reloads()).toBe(1)
})

test('another screen is not reloaded by an answer for the one that was left', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  const reloads = await openMissing()
  cleanup()
  await act(async () => answer.resolve(await pageOf(ownFile)()))
  expect(reloads()).toBe(0)
})

test('a page says that Thirty was updated only if the server has another release', async () => {
  reloadedJustNow()
  vi.stubGlobal('fetch', pageOf('/assets/index-2.js'))
  const reloads = await openMissing()
  expect(await screen.findByText(/Thirty has been updated/)).toBeDefined()
  expect(reloads()).toBe(0)
})

test('a page whose file stays away in the same release does not say that Thirty was updated', async () => {
  reloadedJustNow()
  vi.stubGlobal('fetch', pageOf(ownFile))
  await openMissing()
  expect(await screen.findByText('This page could not be loaded')).toBeDefined()
  expect(screen.queryByText(/has been updated/)).toBeNull()
})
