import { auditEndpoints } from '@thirty/contracts/audit/api.ts'
import type { RecordExport } from '@thirty/contracts/exports/events.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { limitedDownloads } from '@thirty/infra/http/endpoint/download.ts'
import { auditFile } from './export.ts'
import type { AuditQueries } from './query.ts'
import { isoDate } from '@thirty/contracts/iso-time.ts'

export function auditHandlers(
  queries: AuditQueries,
  { clock, recordExport, ...limits }: { clock: Clock; recordExport: RecordExport; timeoutMs?: number },
): Endpoint[] {
  const limited = limitedDownloads(limits)
  return [
    endpoint(auditEndpoints.list)(({ query }) => queries.page(query)),
    endpoint(auditEndpoints.download)((request) => {
      const { format, ...filter } = request.query
      const date = isoDate(clock())
      const { type, content } = auditFile(queries, format, filter)
      return {
        type,
        fileName: `thirty-audit-${date}.${format}`,
        content: limited(
          recordExport(content, request, { kind: 'audit', format }),
          () => void request.response.destroy(),
        ),
      }
    }),
  ]
}
