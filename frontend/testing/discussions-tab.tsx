// Renders the discussions of the community for their specs, and sends what others do with them.

import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { DiscussionsTab } from '../src/features/community/discussions/discussions-tab.tsx'
import { createMemoryRouter, RouterProvider } from '../src/shared/navigation/router.ts'
import { discussionCard, discussionsResponse } from './community-fixtures.ts'
import { emitFromServer } from './fake-socket.ts'
import { mockServer, type RouteHandler } from './mock-server.ts'

export const listPath = 'GET /api/community/discussions'
export const onePath = 'GET /api/community/discussions/:id'
export const commandResponse = { success: true, position: '20' }
export const at = '2025-11-20T11:00:00.000Z'

export const renderTab = (routes: Record<string, RouteHandler>, discussion?: string) => {
  const requests = mockServer({ [listPath]: () => discussionsResponse([discussionCard('a')]), ...routes })
  const url = `/community?tab=discussions${discussion === undefined ? '' : `&discussion=${discussion}`}`
  const router = createMemoryRouter([{ path: '*', Component: DiscussionsTab }], { initialEntries: [url] })
  render(<RouterProvider router={router} />)
  return { requests, url: () => router.state.location.search }
}
export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
export const replies = async () =>
  within(await screen.findByRole('list', { name: 'Replies' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
export const receive = (
  what: 'opened' | 'replied' | 'changed' | 'removed',
  discussionId: string,
  position: string,
  count = 1,
) =>
  emitFromServer('discussion.changed', {
    position,
    epoch: 'e1',
    at,
    items: [{ discussionId, what, replies: count, latestAt: at }],
  })
