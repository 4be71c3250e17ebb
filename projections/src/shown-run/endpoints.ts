import type { HistoryStatus } from '@thirty/contracts/api/admin/backups.ts'
import { historyEndpoints } from '@thirty/contracts/api/admin/backups.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'

/** `status` returns which run is shown, and how far the read models of a new one are. */
export const historyStatusHandlers = (status: () => Promise<HistoryStatus>): Endpoint[] => [
  endpoint(historyEndpoints.status)(async () => ({ success: true, ...(await status()) })),
]
