// Writes a table as a CSV or JSON file, part by part.

import { exportTypes, type ExportFilter } from '@thirty/contracts/exports/api.ts'
import type { ExportFormat, ExportKind } from '@thirty/contracts/exports/exports.ts'
import { hasImported, type History } from '@thirty/contracts/challenge/history.ts'
import { byteOrderMark, toCsv } from '@thirty/infra/csv/csv.ts'

/** One row of an export: a value for each column, by its key. Times are ISO. */
export type ExportRow<Column extends string = string> = Readonly<
  Record<Column, string | number | boolean | null>
>

/** Rows in parts that fit into memory. `columns`: the headings of the CSV by the keys of the rows, in their order. */
export type ExportTable<Column extends string = string> = {
  columns: Readonly<Record<Column, string>>
  parts: (filter?: ExportFilter) => AsyncIterable<readonly ExportRow<Column>[]>
}

/** Whether a filter leaves out any row. */
export const isFiltered = (filter: ExportFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

/** Returns a table that says in each row that its run continues a file without a known signature; for other runs the table as it is. */
export const withImportedMark = (table: ExportTable, history: History): ExportTable =>
  !hasImported(history)
    ? table
    : {
        columns: { ...table.columns, imported: 'Imported' },
        async *parts(filter) {
          for await (const part of table.parts(filter)) yield part.map((row) => ({ ...row, imported: true }))
        },
      }

export type ExportFile = { type: (typeof exportTypes)[number]; content: AsyncGenerator<string> }

/** Returns a table as a file of this format, produced part by part as it is read. */
export function exportFile(kind: ExportKind, format: ExportFormat, table: ExportTable): ExportFile {
  const [csv, json] = exportTypes
  return format === 'csv'
    ? { type: csv, content: csvFile(table) }
    : { type: json, content: jsonFile(kind, table) }
}

async function* csvFile({ columns, parts }: ExportTable): AsyncGenerator<string> {
  const keys = Object.keys(columns)
  yield byteOrderMark + toCsv([Object.values(columns)])
  for await (const part of parts())
    for (const rows of inPieces(part)) yield toCsv(rows.map((row) => keys.map((key) => toCell(row[key]))))
}

const rowsPerPiece = 20

/** Yields so few rows at a time that nobody waits for long while they become text; others are answered between two pieces. */
export function* inPieces<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let begin = 0; begin < rows.length; begin += rowsPerPiece)
    yield rows.slice(begin, begin + rowsPerPiece)
}

const toCell = (value: ExportRow[string] | undefined): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value ?? '')
}

/** Yields one object with a list: `{"users":[…]}`. */
async function* jsonFile(kind: ExportKind, { parts }: ExportTable): AsyncGenerator<string> {
  yield `{"${kind}":[`
  let isFirst = true
  for await (const part of parts())
    for (const rows of inPieces(part)) {
      yield `${isFirst ? '' : ','}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`
      isFirst = false
    }
  yield '\n]}\n'
}
