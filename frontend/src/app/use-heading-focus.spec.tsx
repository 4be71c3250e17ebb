// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useHeadingFocus } from './use-heading-focus.ts'

/** A screen whose skeleton has a heading of its own, as the dashboard's does. */
const Dashboard = () => {
  useHeadingFocus()
  const isReady = useLocation().search === '?ready'
  return <main>{isReady ? <h1 key="ready">Welcome back, Maya</h1> : <h1 key="coming">Welcome</h1>}</main>
}

test('the heading that takes the place of a skeleton takes its focus too', async () => {
  const router = createMemoryRouter([{ path: '*', Component: Dashboard }], { initialEntries: ['/login'] })
  render(<RouterProvider router={router} />)
  await act(() => router.navigate('/dashboard'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Welcome' }))
  await act(() => router.navigate('/dashboard?ready'))
  await expect.poll(() => document.activeElement?.textContent).toBe('Welcome back, Maya')
})
