// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from '../shared/navigation/router.ts'
import { expect, test } from 'vitest'
import { noteLateness } from '../shared/http/late-data.ts'
import { LateNotice } from '../shared/live/late-notice.tsx'
import { Root } from './root.tsx'

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
