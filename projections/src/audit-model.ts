import type { RecordExport } from '@thirty/contracts/events/exports.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { auditHandlers } from './audit/endpoints.ts'
import { auditUpdates } from './audit/live.ts'
import { auditProjection } from './audit/projection.ts'
import { auditQueries } from './audit/query.ts'
import type { Members } from './people/members.ts'
import type { PeopleQueries } from './people/query.ts'
import type { ProductProjection } from './registered-projection.ts'

export type AuditModelOptions = {
  store: ReadModelStore
  log: Pick<EventLog, 'read' | 'readBackwards'>
  clock: Clock
  people: Pick<PeopleQueries, 'list'>
  members: Pick<Members, 'personSummaries'>
  hasListeners: HasListeners
}

/** The audit: who did what, in all runs, from the log itself. */
export function auditModel({ store, log, clock, people, members, hasListeners }: AuditModelOptions): {
  projection: ProductProjection
  endpoints: (recordExport: RecordExport) => readonly Endpoint[]
} {
  const queries = auditQueries({
    log,
    store,
    readModel: auditProjection,
    personSummaries: members.personSummaries,
    searchUsers: async (search, limit) => {
      const found = await people.list({ search, limit })
      return found.people.map(({ _id }) => _id)
    },
  })
  return {
    projection: { projection: auditProjection, liveUpdates: auditUpdates(hasListeners) },
    endpoints: (recordExport) => auditHandlers(queries, { clock, recordExport }),
  }
}
