import {
  adminsStream,
  backupKeysStream,
  calibrationStream,
  challengeStream,
  savedTextsStream,
  webhooksStream,
} from '@thirty/contracts/rules/streams/stream-names.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { AuditedEvent } from '../audited-events.ts'
import { accountReader } from './account-reader.ts'
import { backupKeyReader } from './backup-key-reader.ts'
import { challengeReader } from './challenge-reader.ts'
import { conflictReader } from './conflict-reader.ts'
import { discussionReader } from './discussion-reader.ts'
import type { Draft, SubjectReader } from './draft.ts'
import { exportReader } from './export-reader.ts'
import { projectReader } from './project-reader.ts'
import { savedTextReader } from './saved-text-reader.ts'
import { teamReader } from './team-reader.ts'
import { webhookReader } from './webhook-reader.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { calibrationEvents } from '@thirty/contracts/events/judging.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import { importEvents, type ImportEvent } from '@thirty/contracts/events/imports.ts'

/** Reads the stream of the imports of participants of a date. */
const participantImportReader = (): SubjectReader => ({
  draft(event) {
    if (!isEventOf(importEvents, event)) return undefined
    const { actor } = event.metadata
    const change = describeChange(event)
    return {
      users: [],
      word: (nameOf) => ({ summary: `${nameOf(actor)} ${change}`, subjectName: 'Users' }),
    }
  },
  // No entry depends on an earlier one.
  apply: () => undefined,
})

function describeChange(event: ImportEvent): string {
  if (event.type === 'ParticipantImportStarted')
    return `started an import of participants, accounts to create: ${event.data.rows}`
  const { created, invited, unchanged, failed } = event.data
  return `imported participants: ${created} created, ${invited} invited again, ${unchanged} unchanged, ${failed} failed`
}

/** Reads the stream of the calibration projects, which says of a project only whose it is and for which day. */
const calibrationReader = (): SubjectReader => ({
  draft(event) {
    if (!isEventOf(calibrationEvents, event)) return undefined
    const { actor } = event.metadata
    const { user, day } = parseProjectId(event.data.project) ?? { user: undefined, day: 0 }
    const isAdded = event.type === 'CalibrationProjectAdded'
    return {
      users: user === undefined ? [] : [user],
      word: (nameOf) => {
        const [admin, owner] = [nameOf(actor), nameOf(user)]
        return {
          summary: isAdded
            ? `${admin} chose the project of ${owner} for Day ${day} for calibration`
            : `${admin} removed the project of ${owner} for Day ${day} from calibration`,
          subjectName: nameOf(user),
        }
      },
    }
  },
  // No entry depends on an earlier one.
  apply: () => undefined,
})

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
  if (stream === challengeStream) return challengeReader()
  if (stream === calibrationStream) return calibrationReader()
  if (stream.startsWith('conflicts-')) return conflictReader(stream)
  if (stream === savedTextsStream) return savedTextReader()
  if (stream === adminsStream) return teamReader()
  if (stream.startsWith('project-')) return projectReader(stream)
  if (stream.startsWith('discussion-')) return discussionReader()
  if (stream.startsWith('exports-')) return exportReader()
  if (stream.startsWith('imports-')) return participantImportReader()
  if (stream === webhooksStream) return webhookReader()
  if (stream === backupKeysStream) return backupKeyReader()
  return accountReader()
}
