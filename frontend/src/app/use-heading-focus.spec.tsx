// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from '../shared/navigation/router.ts'
import { expect, test } from 'vitest'
import { useHeadingFocus } from './use-heading-focus.ts'

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
