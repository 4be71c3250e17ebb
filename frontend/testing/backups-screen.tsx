import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../src/shared/navigation/router.ts'
import { BackupsScreen } from '../src/features/admin-backups/backups-screen.tsx'
import { Toasts } from '../src/shared/ui/feedback/shell-messages.tsx'
import { beforeReset, preview, shownStatus, statusResponse, weekly } from './history-fixtures.ts'
import { mockServer, pageResponse, type RouteHandler } from './mock-server.ts'

/** Renders the backups of admins at a path, with the backups `beforeReset` and `weekly` unless `routes` replace them. */
export function renderBackups(routes: Record<string, RouteHandler> = {}, path = '/admin/version') {
  const requests = mockServer({
    'GET /api/admin/backups': () => pageResponse([beforeReset, weekly]),
    'GET /api/admin/backups/:id': () => beforeReset,
    'GET /api/admin/backups/:id/preview': () => preview,
    'GET /api/admin/backup-keys': () => ({ success: true, own: '0'.repeat(32), accepted: [] }),
    'GET /api/admin/history': () => statusResponse(shownStatus),
    ...routes,
  })
  const router = createMemoryRouter(
    [
      {
        path: '/admin/version',
        element: (
          <>
            <BackupsScreen />
            <Toasts />
          </>
        ),
      },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  return { requests }
}

/** Waits for the card of a backup and returns queries inside it. */
export async function findBackupCard(name: string) {
  const heading = await screen.findByRole('heading', { name, level: 2 })
  const item = heading.closest('li')
  if (!item) throw new Error(`${name} is not in a card`)
  return within(item)
}

/** Opens the restore dialog of the backup `beforeReset` and returns queries inside it. */
export async function openRestoreDialog() {
  await userEvent.click((await findBackupCard(beforeReset.name)).getByRole('button', { name: /^Restore/ }))
  return within(await screen.findByRole('alertdialog', { name: 'Confirm Restore' }))
}

/** The fields of a live message about backups. */
export const backupsMessage = { position: '501', epoch: 'e1', at: '2025-11-20T11:00:00.000Z' }
