import type { OwnJudgingResponse } from '@thirty/contracts/judging/api.ts'
import { act, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from '../src/shared/navigation/router.ts'
import { vi } from 'vitest'
import { SubmissionsScreen } from '../src/features/admin-submissions/submissions-screen.tsx'
import { useSingleKeyShortcuts } from '../src/shared/preferences/single-key-shortcuts.ts'
import { Toasts } from '../src/shared/ui/feedback/shell-messages.tsx'
import { applause, chloeProfile, projectsResponse, quickShow, tally } from './admin-fixtures.ts'
import { mockServer, type ReceivedRequest, type RouteHandler } from './mock-server.ts'
import { stubMedia } from './window.ts'

/** Before each test: a wide screen without messages, and shortcuts. */
export function resetSubmissions(): void {
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  // A wide screen: rows with a preview beside them.
  stubMedia(true)
  useSingleKeyShortcuts.setState({ enabled: true })
}

/** What the judging of no particular project is to an admin. */
export const listJudging: OwnJudgingResponse = {
  success: true,
  wantedRatings: 1,
  calibration: { rated: 0, total: 0, next: null },
  conflicts: [],
  project: null,
  position: '10',
  epoch: 'e1',
}

/** Shows the screen with Quick show, Tally and Applause, unless `routes` replace them. Returns the requests. */
export function renderSubmissions(
  routes: Record<string, RouteHandler> = {},
  address = '/admin/submissions',
): ReceivedRequest[] {
  const requests = mockServer({
    'GET /api/projects/all': () => projectsResponse([quickShow, tally, applause]),
    'GET /api/users/:user/profile': () => chloeProfile,
    'PUT /api/projects/:id': () => ({ success: true, position: '11' }),
    'GET /api/admin/judging/mine': () => listJudging,
    ...routes,
  })
  render(
    <MemoryRouter initialEntries={[address]}>
      <SubmissionsScreen />
      <Toasts />
    </MemoryRouter>,
  )
  return requests
}

/** Returns the query of the last request for the list. */
export const lastListQuery = (requests: readonly ReceivedRequest[]) =>
  requests.findLast(({ path }) => path === '/api/projects/all')?.query ?? new URLSearchParams()

/** Waits for the list. */
export const findList = () => screen.findByRole('list', { name: 'Submissions' })

/** Waits for a submission, and returns its title and queries inside its row. */
export async function findRow(name: string) {
  const title = await within(await findList()).findByRole('button', { name })
  const item = title.closest('li')
  if (!item) throw new Error(`${name} is not in a row`)
  return { title, item: within(item) }
}

/** Leaves the page, which sends approvals at once. */
export const leavePage = () => act(() => void dispatchEvent(new Event('pagehide')))
