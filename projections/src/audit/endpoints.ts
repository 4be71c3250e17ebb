// The endpoints of the audit: its list, and the list as a CSV or JSON file, which is written part by part.

import {
  auditEndpoints,
  maxExportedEntries,
  type AuditEntry,
  type AuditFilter,
  type AuditRecord,
} from '@thirty/contracts/audit/api.ts'
import { exportTypes } from '@thirty/contracts/exports/api.ts'
import type { RecordExport } from '@thirty/contracts/exports/events.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { limitedDownloads } from '@thirty/infra/http/endpoint/download.ts'
import type { AuditQueries, ExportedPart } from './query.ts'
import { isoDate } from '@thirty/contracts/iso-time.ts'
import { auditActions } from '@thirty/contracts/audit/audit-actions.ts'
import { csvFile, jsonFile } from '../export-file.ts'

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
  return csvFile(
    columns.map(([heading]) => heading),
    rows(),
  )
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
