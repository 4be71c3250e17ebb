// The endpoints of backups: their list, one of them, the figures that a new one would have, and the preview of a restore.

import { historyEndpoints } from '@thirty/contracts/backups/api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { PreviewRestore } from './preview-restore.ts'
import type { BackupQueries } from './query.ts'

export const backupHandlers = (backups: BackupQueries, preview: PreviewRestore): Endpoint[] => [
  endpoint(historyEndpoints.list)(async ({ query, response }) => {
    const { backups: page, nextCursor } = await backups.list(query)
    if (nextCursor !== null) response.set('X-Next-Cursor', nextCursor)
    return page
  }),
  endpoint(historyEndpoints.one)(
    async ({ params }) => (await backups.one(params.backupId)) ?? refuseUnknown(),
  ),
  endpoint(historyEndpoints.figures)(async () => ({ success: true, ...(await backups.current()) })),
  endpoint(historyEndpoints.preview)(
    async ({ params }) => (await preview(params.backupId)) ?? refuseUnknown(),
  ),
]

const refuseUnknown = (): never => refuse('backup-not-found', say('backupNotFound'))
