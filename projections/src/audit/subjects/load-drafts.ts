// Makes drafts of audit entries from events and from what their streams had before. Each subject has its own file beside this one.

import {
  adminsStream,
  backupKeysStream,
  calibrationStream,
  challengeStream,
  savedTextsStream,
  webhooksStream,
} from '@thirty/contracts/events/stream-names.ts'
import { mapWithLimit } from '@thirty/infra/concurrency-limit.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { AuditedEvent } from '../audited-events.ts'
import { accountEntries } from './account-entries.ts'
import { challengeEntries } from './challenge-entries.ts'
import { discussionEntries } from './discussion-entries.ts'
import type { Draft, SubjectEntries } from './draft.ts'
import { projectEntries } from './project-entries.ts'
import { savedTextEntries } from './saved-text-entries.ts'
import {
  backupKeyEntries,
  calibrationEntries,
  conflictEntries,
  exportEntries,
  participantImportEntries,
} from './small-subjects.ts'
import { teamEntries } from './team-entries.ts'
import { webhookEntries } from './webhook-entries.ts'

/** How many streams are read at the same time. */
const maxConcurrentReads = 8

/** An event with what the audit says about it. */
export type DraftedEvent = { event: AuditedEvent; draft: Draft }

/**
 * Returns the drafts of events in their order, without events that are no entries. Each stream is read once, up to the last
 * of its events: what was before a change is only in the events before it.
 */
export async function loadDrafts(
  log: Pick<EventLog, 'read'>,
  events: readonly AuditedEvent[],
): Promise<DraftedEvent[]> {
  const streams = [...Map.groupBy(events, ({ stream }) => stream)]
  const found = await mapWithLimit(streams, maxConcurrentReads, (wanted) => draftsOfStream(log, ...wanted))
  const drafts = new Map(found.flat())
  return events.flatMap((event) => {
    const draft = drafts.get(event)
    return draft === undefined ? [] : [{ event, draft }]
  })
}

async function draftsOfStream(
  log: Pick<EventLog, 'read'>,
  stream: string,
  wanted: readonly AuditedEvent[],
): Promise<[AuditedEvent, Draft][]> {
  const byRevision = new Map(wanted.map((event) => [event.revision, event]))
  const last = Math.max(...byRevision.keys())
  const entries = entriesOfStream(stream)
  const drafts: [AuditedEvent, Draft][] = []
  for await (const event of log.read(stream)) {
    const audited = byRevision.get(event.revision)
    const draft = audited && entries.draft(audited)
    if (draft) drafts.push([audited, draft])
    if (event.revision >= last) break
    entries.apply(event)
  }
  return drafts
}

function entriesOfStream(stream: string): SubjectEntries {
  const [, create = accountEntries] = subjects.find(([prefix]) => stream.startsWith(prefix)) ?? []
  return create(stream)
}

/** By the beginning of the stream; all others are about accounts. */
const subjects: readonly (readonly [string, (stream: string) => SubjectEntries])[] = [
  [challengeStream, challengeEntries],
  [calibrationStream, calibrationEntries],
  ['conflicts-', conflictEntries],
  [savedTextsStream, savedTextEntries],
  [adminsStream, teamEntries],
  ['project-', projectEntries],
  ['discussion-', discussionEntries],
  ['exports-', exportEntries],
  ['imports-', participantImportEntries],
  [webhooksStream, webhookEntries],
  [backupKeysStream, backupKeyEntries],
]
