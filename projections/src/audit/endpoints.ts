import { auditEndpoints } from '@thirty/contracts/endpoints/audit.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { limitedDownloads } from '@thirty/infra/http/endpoint/limited-download.ts'
import { auditFile } from './export.ts'
import type { AuditQueries } from './query.ts'

export function auditHandlers(
  queries: AuditQueries,
  { clock, ...limits }: { clock: Clock; timeoutMs?: number },
): Endpoint[] {
  const limited = limitedDownloads(limits)
  return [
    endpoint(auditEndpoints.list)(({ query }) => queries.page(query)),
    endpoint(auditEndpoints.download)(({ query: { format, ...filter }, response }) => {
      const date = new Date(clock()).toISOString().slice(0, 10)
      const { type, content } = auditFile(queries, format, filter)
      return {
        type,
        fileName: `thirty-audit-${date}.${format}`,
        content: limited(content, () => void response.destroy()),
      }
    }),
  ]
}
