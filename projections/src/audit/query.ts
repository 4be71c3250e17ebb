// The queries of the audit and their endpoints: pages of entries, which are read from the log, and all of them as a CSV or JSON file, which
// is written part by part. Makes an entry of each event that `search.ts` finds, with the names that its reader sees.

import {
  maxExportedEntries,
  type AuditEntry,
  type AuditFilter,
  type AuditQuery,
  type AuditResponse,
  auditEndpoints,
  type AuditRecord,
} from '@thirty/contracts/audit/api.ts'
import type { Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import { isOfUnknownOrigin } from '@thirty/contracts/challenge/history.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { standInNames } from '@thirty/contracts/accounts/names-in-languages.ts'
import { nameAs, nameValue, standIn, standIns } from '@thirty/contracts/accounts/stand-ins.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { normalizeForSearch, searchTexts } from '@thirty/contracts/user-texts/search-text.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { readChallenge } from '../read-challenge.ts'
import { decodeCursor, encodeCursor } from '../document-reads.ts'
import { livePosition } from '../read-model-state.ts'
import type { PersonSummaryLookup } from '../summaries.ts'
import { actionOf, subjectOf, type AuditedEvent } from './audited-events.ts'
import { type AuditSearch, findMatches, findPage, loadEntries, type FoundEntry } from './search.ts'
import { auditProjection } from './read-model.ts'
import type { NameOf } from './subjects/subject-entries.ts'
import { uuidPattern } from '@thirty/contracts/uuid.ts'
import { exportTypes } from '@thirty/contracts/exports/api.ts'
import type { RecordExport } from '@thirty/contracts/exports/events.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { limitedDownloads } from '@thirty/infra/http/endpoint/download.ts'
import { isoDate } from '@thirty/contracts/iso-time.ts'
import { auditActions } from '@thirty/contracts/audit/audit-actions.ts'
import { csvFile, jsonFile } from '../export-file.ts'

export type AuditQueriesOptions = {
  log: Pick<EventLog, 'read' | 'readBackwards'>
  store: ReadModelStore
  personSummaries: PersonSummaryLookup
  /** Returns the ids of users whose name matches, the newest accounts first. */
  searchUsers: (words: string, limit: number) => Promise<readonly string[]>
  /** Events of the log that one page looks at; default: `maxScanned`. */
  maxScannedPerPage?: number
}

export type ExportedPart = { entries: AuditEntry[]; hasMore: boolean }

/** The embedded log scans this many events in a few tenths of a second, and decodes only events of the wanted types. */
const maxScanned = 50_000
/** A name that more users have is cut off: of these the oldest accounts are not found. */
const maxActors = 200
const exportedPartSize = 200

export function auditQueries(options: AuditQueriesOptions) {
  const { log, store, personSummaries, searchUsers, maxScannedPerPage = maxScanned } = options

  const toEntries = async (found: readonly FoundEntry[]): Promise<AuditEntry[]> => {
    const users = found.flatMap(({ entry }) => [...entry.users])
    const [summaryOf, challenge] = await Promise.all([personSummaries(users), readChallenge(log)])
    return found.map((match) => toEntry(match, summaryOf, challenge.runs.runs))
  }

  const searchOf = async ({ actor = '', ...filter }: AuditFilter): Promise<AuditSearch> => {
    if (actor === '') return filter
    const [ids, challenge] = await Promise.all([
      uuidPattern.test(actor) ? [actor] : searchActors(actor),
      readChallenge(log),
    ])
    const { runs } = challenge.runs
    // The ids in a file without a known signature may be ids of people here.
    return { ...filter, actors: new Set(ids), isExcluded: (event) => isImported(event, runs) }
  }
  const searchActors = async (words: string): Promise<readonly string[]> => [
    ...(searchTexts(...standInNames('operator')).some((name) => name.startsWith(normalizeForSearch(words)))
      ? [operatorId]
      : []),
    ...(await searchUsers(words, maxActors)),
  ]

  return {
    page: async ({ limit, cursor, ...filter }: AuditQuery): Promise<AuditResponse> => {
      // Read first: an entry that is added meanwhile is then announced after this position.
      const position = await livePosition(store, auditProjection)
      const search = await searchOf(filter)
      const list = `audit ${JSON.stringify(filter)}`
      const before = cursor === undefined ? undefined : BigInt(decodeCursor(list, cursor).start)
      if (search.actors?.size === 0) return { entries: [], nextCursor: null, ...position }
      const { found, next } = await findPage(log, search, { before, limit, maxScanned: maxScannedPerPage })
      const nextCursor = next === undefined ? null : encodeCursor(list, Number(next))
      return { entries: await toEntries(found), nextCursor, ...position }
    },
    /**
     * Yields all entries, newest first, in parts, but at most `limit` (100,000). The last part says whether there are older
     * ones.
     */
    async *all(filter: AuditFilter, limit: number = maxExportedEntries): AsyncIterable<ExportedPart> {
      const search = await searchOf(filter)
      let remaining = limit
      if (search.actors?.size !== 0)
        for await (const { events } of findMatches(log, search, undefined)) {
          while (events.length > 0) {
            const found = await loadEntries(log, events.splice(0, exportedPartSize))
            const hasMore = found.length > remaining
            yield { entries: await toEntries(found.slice(0, remaining)), hasMore }
            remaining -= found.length
            if (hasMore) return
          }
        }
    },
  }
}

/** Whether an event is from such a file. Events in the stream of the challenge were decided here. */
const isImported = (
  { stream, metadata }: Pick<AuditedEvent, 'stream' | 'metadata'>,
  runs: Runs['runs'],
): boolean => stream !== challengeStream && isOfUnknownOrigin(runs, metadata.run)

/** Returns the run that an event of the challenge names; null for other events. */
function runOf({ type, data }: AuditedEvent): number | null {
  if (type === 'BackupCreated') return data.of.run
  return 'run' in data ? data.run : null
}

function toEntry(
  { event, entry }: FoundEntry,
  summaryOf: Awaited<ReturnType<PersonSummaryLookup>>,
  runs: Runs['runs'],
): AuditEntry {
  const imported = isImported(event, runs)
  const personOf = (user: string) => {
    if (imported) return standIn('somebodyElsewhere', 'name')
    return user === operatorId ? standIn('operator', 'name') : nameAs('name', summaryOf(user))
  }
  const nameOf: NameOf = (user) => {
    if (user === undefined) return imported ? standIns.somebodyElsewhere : say('theSystem')
    return nameValue(personOf(user))
  }
  const { said, subjectName, subjectUser, before, after } = entry.word(nameOf)
  const { message: summary, ...text } = imported ? say('importedEntry', { said }) : said
  const { actor, run } = event.metadata
  const subject = subjectOf(event)
  const actorOf = (user: string): AuditEntry['actor'] => {
    const { username, avatar } = summaryOf(user)
    return { _id: user, ...personOf(user), ...(username !== null && { username }), avatar }
  }
  return {
    id: event.id,
    position: event.position.toString(),
    at: event.at,
    run: run ?? runOf(event),
    action: actionOf(event),
    actor: actor === undefined || imported ? null : actorOf(actor),
    subject: {
      ...subject,
      ...(subjectName === undefined ? personOf(subjectUser ?? subject.id) : { name: subjectName }),
    },
    summary,
    text,
    ...(imported && { imported }),
    before,
    after,
  }
}

export function auditHandlers(
  queries: ReturnType<typeof auditQueries>,
  { clock, recordExport, ...limits }: { clock: Clock; recordExport: RecordExport; timeoutMs?: number },
): Endpoint[] {
  const limited = limitedDownloads(limits)
  return [
    endpoint(auditEndpoints.list)(({ query }) => queries.page(query)),
    endpoint(auditEndpoints.download)((request) => {
      const { format, ...filter } = request.query
      const date = isoDate(clock())
      const parts = queries.all(filter)
      const isCsv = format === 'csv'
      const content = isCsv ? auditCsv(parts) : auditJson(filter, parts)
      return {
        type: exportTypes[isCsv ? 0 : 1],
        fileName: `thirty-audit-${date}.${format}`,
        content: limited(recordExport(content, request, { kind: 'audit', format }), request.response),
      }
    }),
  ]
}

const columns: readonly (readonly [heading: string, valueOf: (entry: AuditEntry) => string])[] = [
  ['Time (UTC)', ({ at }) => at],
  ['Run', ({ run }) => (run === null ? '' : String(run))],
  ['Actor', ({ actor }) => actor?.name ?? 'The system'],
  ['Actor id', ({ actor }) => actor?._id ?? ''],
  ['Action', ({ action }) => auditActions[action].label],
  ['Subject kind', ({ subject }) => subject.kind],
  ['Subject', ({ subject }) => subject.name],
  ['Subject id', ({ subject }) => subject.id],
  ['Summary', ({ summary }) => summary],
  ['Before', ({ before }) => toText(before)],
  ['After', ({ after }) => toText(after)],
  ['Position', ({ position }) => position],
  ['Event id', ({ id }) => id],
]

/** Returns the audit as a CSV file, part by part. If older entries are left out, the last row says so. */
export function auditCsv(parts: AsyncIterable<ExportedPart>): AsyncGenerator<string> {
  async function* rows() {
    for await (const { entries, hasMore } of parts) {
      yield entries.map((entry) => columns.map(([, valueOf]) => valueOf(entry)))
      if (hasMore) yield [[incomplete, ...columns.slice(1).map(() => '')]]
    }
  }
  const headings = columns.map(([heading]) => heading)
  return csvFile(headings, rows())
}

const incomplete = `The export ends here, after ${maxExportedEntries.toLocaleString('en')} entries. Use the filters for older ones.`

const toText = (record: AuditRecord): string =>
  Object.entries(record)
    .map(([field, value]) => `${field}: ${value ?? 'none'}`)
    .join('; ')

/**
 * Returns the audit as one JSON object, part by part: `{filter, entries: […], complete}`. `complete` is false if older
 * entries are left out.
 */
export function auditJson(filter: AuditFilter, parts: AsyncIterable<ExportedPart>): AsyncGenerator<string> {
  let isComplete = true
  async function* entriesOf() {
    for await (const { entries, hasMore } of parts) {
      isComplete &&= !hasMore
      // The sentence is enough: a file has one language.
      yield entries.map((entry) => ({ ...entry, text: undefined }))
    }
  }
  const opening = `{"filter":${JSON.stringify(filter)},"entries":[`
  return jsonFile(opening, entriesOf(), () => `],"complete":${isComplete}}`)
}
