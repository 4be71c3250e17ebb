import type { OwnJudgingResponse } from '@thirty/contracts/judging/api.ts'
import type { ReactNode } from 'react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { createMemoryRouter, RouterProvider } from '../src/shared/navigation/router.ts'
import { applause, chloeProfile } from './admin-fixtures.ts'
import { mockServer, type RouteHandler, type ReceivedRequest } from './mock-server.ts'
import { RateProjectScreen } from '../src/features/admin-rating/rate-project-screen.tsx'

/** The response to a rating. */
export const rated = { success: true, position: '12', average: 3.4, averageRating: 3.4, ratingCount: 1 }

/** No other admin looks at a project. */
const noClaims = () => ({ success: true, claims: [], version: 1, at: new Date().toISOString() })

/** What the judging of the project is to the admin, without other admins. */
export const ownJudging = (
  project: Partial<NonNullable<OwnJudgingResponse['project']>> = {},
  rest: Partial<OwnJudgingResponse> = {},
): OwnJudgingResponse => ({
  success: true,
  wantedRatings: 1,
  calibration: { rated: 0, total: 0, next: null },
  conflicts: [],
  project: {
    projectId: 'applause',
    ratingCount: 0,
    isRatedByMe: false,
    isCalibration: false,
    conflict: null,
    ...project,
  },
  position: '10',
  epoch: 'e1',
  ...rest,
})

/** Opens the screen. The address /admin/settings loads once `loadSettings` is called. */
export const renderScreen = (
  routes: Record<string, RouteHandler> = {},
  address = '/admin/rate-project/applause',
) => {
  const requests: ReceivedRequest[] = mockServer({
    'GET /api/ratings/project/:id/mine': () => ({ success: true, rating: null }),
    'GET /api/projects/:id': () => ({ success: true, project: applause }),
    'GET /api/users/:user/profile': () => chloeProfile,
    'POST /api/ratings/submit': () => rated,
    'GET /api/admin/claims': noClaims,
    'GET /api/admin/judging/mine': () => ownJudging(),
    'PUT /api/admin/claims/:projectId': noClaims,
    'DELETE /api/admin/claims': noClaims,
    ...routes,
  })
  const settings = Promise.withResolvers<{ element: ReactNode }>()
  const router = createMemoryRouter(
    [
      { path: '/admin/rate-project/:projectId', Component: RateProjectScreen },
      { path: '/admin/users/:userId/projects/:projectId/rate', Component: RateProjectScreen },
      { path: '/admin/settings', lazy: () => settings.promise },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  )
  render(<RouterProvider router={router} />)
  return { requests, router, loadSettings: () => settings.resolve({ element: <p>settings</p> }) }
}

/** Gives stars for a criterion with the keyboard. */
export const setStars = async (criterion: string, count: number) => {
  const group = await screen.findByRole('radiogroup', { name: criterion })
  fireEvent.keyDown(group, { key: String(count) })
}
/** Rates four of the five criteria. */
export const rateFour = async () => {
  await setStars('Functionality', 5)
  for (const criterion of ['Design', 'Creativity', 'Code Quality']) await setStars(criterion, 4)
}
/** Returns the button that submits the rating. */
export const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Submit/ })

/** Submits the rating; from then on the clock of the test stands still. */
export const submitWithFakeTime = async () => {
  vi.useFakeTimers()
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Submit Rating' }))
    await vi.advanceTimersByTimeAsync(0)
  })
}
