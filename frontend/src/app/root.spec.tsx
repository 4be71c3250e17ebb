// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from '../shared/navigation/router.ts'
import { expect, test } from 'vitest'
import { noteLateness } from '../shared/http/late-data.ts'
import { LateNotice } from '../shared/live/late-notice.tsx'
import { Root } from './root.tsx'

test('another screen does not show the notice of the one before', async () => {
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
  render(<RouterProvider router={router} />)
  act(() => noteLateness('/api/admin/team', '2026-11-20T10:00:00.000Z'))
  expect(screen.queryByRole('status')?.textContent).toBeDefined()
  await act(() => router.navigate('/admin/audit'))
  expect(screen.queryByRole('status')?.textContent).toBeUndefined()
})
