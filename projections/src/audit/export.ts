// The audit as a CSV or JSON file, written part by part.

import {
  auditExportTypes,
  maxExportedEntries,
  type AuditEntry,
  type AuditFilter,
  type AuditRecord,
} from '@thirty/contracts/audit/api.ts'
import { auditActions } from '@thirty/contracts/audit/audit-actions.ts'
import { byteOrderMark, toCsv } from '@thirty/infra/csv/csv.ts'
import { inPieces } from '../export-file.ts'
import type { AuditQueries, ExportedPart } from './query.ts'

const columns = [
  'Time (UTC)',
  'Run',
  'Actor',
  'Actor id',
  'Action',
  'Subject kind',
  'Subject',
  'Subject id',
  'Summary',
  'Before',
  'After',
  'Position',
  'Event id',
]

/** Returns the audit as a CSV file, part by part. If older entries are left out, the last row says so. */
export async function* auditCsv(parts: AsyncIterable<ExportedPart>): AsyncGenerator<string> {
  yield byteOrderMark + toCsv([columns])
  for await (const { entries, hasMore } of parts) {
    for (const piece of inPieces(entries)) yield toCsv(piece.map(toCells))
    if (hasMore) yield toCsv([[incomplete, ...columns.slice(1).map(() => '')]])
  }
}

const incomplete = `The export ends here, after ${maxExportedEntries.toLocaleString('en')} entries. Use the filters for older ones.`

const toCells = (entry: AuditEntry): string[] => [
  entry.at,
  entry.run === null ? '' : String(entry.run),
  entry.actor?.name ?? 'The system',
  entry.actor?._id ?? '',
  auditActions[entry.action].label,
  entry.subject.kind,
  entry.subject.name,
  entry.subject.id,
  entry.summary,
  toText(entry.before),
  toText(entry.after),
  entry.position,
  entry.id,
]

/** Returns a record as `field: value; field: value`. */
const toText = (record: AuditRecord): string =>
  Object.entries(record)
    .map(([field, value]) => `${field}: ${value ?? 'none'}`)
    .join('; ')

/**
 * Returns the audit as one JSON object, part by part: `{filter, entries: […], complete}`. `complete` is false if older
 * entries are left out.
 */
export async function* auditJson(
  filter: AuditFilter,
  parts: AsyncIterable<ExportedPart>,
): AsyncGenerator<string> {
  yield `{"filter":${JSON.stringify(filter)},"entries":[`
  let isFirst = true
  let isComplete = true
  for await (const { entries, hasMore } of parts) {
    isComplete &&= !hasMore
    for (const piece of inPieces(entries)) {
      yield `${isFirst ? '' : ','}\n${piece.map(toJson).join(',\n')}`
      isFirst = false
    }
  }
  yield `\n],"complete":${isComplete}}\n`
}

/** The sentence is enough: a file has one language. */
const toJson = (entry: AuditEntry): string => JSON.stringify({ ...entry, text: undefined })

/** Returns the audit as a file of this format. */
export function auditFile(queries: Pick<AuditQueries, 'all'>, format: 'csv' | 'json', filter: AuditFilter) {
  const parts = queries.all(filter)
  const [csv, json] = auditExportTypes
  return format === 'csv'
    ? { type: csv, content: auditCsv(parts) }
    : { type: json, content: auditJson(filter, parts) }
}
