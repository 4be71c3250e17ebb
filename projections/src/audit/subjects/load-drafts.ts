import {
  adminsStream,
  backupKeysStream,
  calibrationStream,
  challengeStream,
  savedTextsStream,
  webhooksStream,
} from '@thirty/contracts/events/stream-names.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { AuditedEvent } from '../audited-events.ts'
import { accountReader } from './account-reader.ts'
import { challengeReader } from './challenge-reader.ts'
import { discussionReader } from './discussion-reader.ts'
import type { Draft, SubjectReader } from './draft.ts'
import { projectReader } from './project-reader.ts'
import { savedTextReader } from './saved-text-reader.ts'
import {
  backupKeyReader,
  calibrationReader,
  conflictReader,
  exportReader,
  participantImportReader,
} from './small-readers.ts'
import { teamReader } from './team-reader.ts'
import { webhookReader } from './webhook-reader.ts'

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
  const drafts = new Map<AuditedEvent, Draft>()
  const waiting = [...Map.groupBy(events, ({ stream }) => stream)]
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const [event, draft] of await draftsOfStream(log, ...next)) drafts.set(event, draft)
  }
  await Promise.all(Array.from({ length: maxConcurrentReads }, work))
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
  const reader = readerOf(stream)
  const drafts: [AuditedEvent, Draft][] = []
  for await (const event of log.read(stream)) {
    const audited = byRevision.get(event.revision)
    const draft = audited && reader.draft(audited)
    if (draft) drafts.push([audited, draft])
    if (event.revision >= last) break
    reader.apply(event)
  }
  return drafts
}

function readerOf(stream: string): SubjectReader {
  const [, create = accountReader] = readers.find(([prefix]) => stream.startsWith(prefix)) ?? []
  return create(stream)
}

/** By the beginning of the stream; all others are about accounts. */
const readers: readonly (readonly [string, (stream: string) => SubjectReader])[] = [
  [challengeStream, challengeReader],
  [calibrationStream, calibrationReader],
  ['conflicts-', conflictReader],
  [savedTextsStream, savedTextReader],
  [adminsStream, teamReader],
  ['project-', projectReader],
  ['discussion-', discussionReader],
  ['exports-', exportReader],
  ['imports-', participantImportReader],
  [webhooksStream, webhookReader],
  [backupKeysStream, backupKeyReader],
]
