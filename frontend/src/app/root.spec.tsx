// @vitest-environment happy-dom

import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from '../shared/navigation/router.ts'
import { noteLateness } from '../shared/http/response-headers.ts'
import { LateNotice } from '../shared/ui/feedback/shell-messages.tsx'
import { Root, useHeadingFocus } from './root.tsx'

test('another screen shows neither the notice of the one before nor its early answers', async () => {
  const Shell = () => (
    <>
      <LateNotice />
      <Outlet />
    </>
  )
  const router = createMemoryRouter(
    [
      {
        Component: Root,
        children: [{ Component: Shell, children: [{ path: '*', element: <h1>A screen</h1> }] }],
      },
    ],
    { initialEntries: ['/admin/team'] },
  )
  globalThis.firstAnswers = new Map()
  render(<RouterProvider router={router} />)
  // What the first screen has not asked for is older than the changes that the next one knows.
  expect(globalThis.firstAnswers).toBeUndefined()
  act(() => noteLateness('/api/admin/team', '2026-11-20T10:00:00.000Z'))
  expect(screen.queryByRole('status')?.textContent).toBeDefined()
  await act(() => router.navigate('/admin/audit'))
  expect(screen.queryByRole('status')?.textContent).toBeUndefined()
})

/** A screen whose skeleton has its own heading, like the dashboard. */
const Dashboard = () => {
  useHeadingFocus()
  const isReady = useLocation().search === '?ready'
  return <main>{isReady ? <h1 key="ready">Welcome back, Maya</h1> : <h1 key="skeleton">Welcome</h1>}</main>
}

test('the focus moves from the heading of the skeleton to the heading of the loaded screen', async () => {
  const router = createMemoryRouter([{ path: '*', Component: Dashboard }], { initialEntries: ['/login'] })
  render(<RouterProvider router={router} />)
  await act(() => router.navigate('/dashboard'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Welcome' }))
  await act(() => router.navigate('/dashboard?ready'))
  await expect.poll(() => document.activeElement?.textContent).toBe('Welcome back, Maya')
})

/** A screen whose heading appears later than its field. */
const SlowScreen = () => {
  useHeadingFocus()
  const isReady = useLocation().search === '?ready'
  return (
    <main>
      <input aria-label="Search" />
      {isReady && <h1>Results</h1>}
    </main>
  )
}

test('a heading that appears later does not take the focus from a user who types', async () => {
  const router = createMemoryRouter([{ path: '*', Component: SlowScreen }], { initialEntries: ['/login'] })
  render(<RouterProvider router={router} />)
  await act(() => router.navigate('/results'))
  screen.getByLabelText('Search').focus()
  await act(() => router.navigate('/results?ready'))
  await act(async () => new Promise((resolve) => setTimeout(resolve)))
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
})
