// The projection of the audit: one document, which is written again for every event of the audit and always says the same. The entries are
// in no read model: `query.ts` reads them from the log. The projection exists for the live updates, and for the position up to which they
// were sent.

import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { auditedEvents, isAudited } from './audited-events.ts'
import { streamsWithEntries } from './subjects/subjects.ts'

export type AuditMark = { hasEntries: true }

const markId = 'mark'

export const auditProjection: Projection<AuditMark, typeof auditedEvents> = {
  name: 'audit',
  version: 3,
  streams: streamsWithEntries,
  events: auditedEvents,
  documentIds: (event) => (isAudited(event) ? [markId] : []),
  // A new object: the runner publishes nothing for a document that is the same. Without positions, so that a rebuild
  // from a log from which an account was erased has the same result.
  evolve: () => ({ hasEntries: true }),
  indexEntries: () => ({}),
}
