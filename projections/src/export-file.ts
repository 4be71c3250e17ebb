// Makes the tables of exports of columns and rows, and CSV and JSON files of them, part by part. Marks the rows of an imported run. The
// list of the audit becomes a file here, too.

import { exportTypes, type ExportFilter } from '@thirty/contracts/exports/api.ts'
import type { ExportFormat, ExportKind } from '@thirty/contracts/exports/events.ts'
import { hasImported, type History } from '@thirty/contracts/challenge/history.ts'
import { byteOrderMark, toCsv } from '@thirty/infra/csv/csv.ts'

type Cell = string | number | boolean | null

/**
 * Rows in parts that fit into memory: a value for each column, by its key. Times are ISO. `columns`: the headings of the CSV by these keys,
 * in their order.
 */
export type ExportTable = {
  columns: Readonly<Record<string, string>>
  parts: (filter?: ExportFilter) => AsyncIterable<readonly Readonly<Record<string, Cell>>[]>
}

/** The columns of a table in their order, by their keys: the heading of each, and its value for a row. */
export type ExportColumns<Row> = Readonly<
  Record<string, readonly [heading: string, valueOf: (row: Row) => Cell]>
>

/** Returns the table with these columns. `rowsOf` yields its rows in parts that fit into memory. */
export function exportTable<Row>(
  columns: ExportColumns<Row>,
  rowsOf: (filter: ExportFilter) => AsyncIterable<readonly Row[]>,
): ExportTable {
  const entries = Object.entries(columns)
  const perColumn = <Value>(valueOf: (column: ExportColumns<Row>[string]) => Value) =>
    Object.fromEntries(entries.map(([key, column]) => [key, valueOf(column)]))
  return {
    columns: perColumn(([heading]) => heading),
    async *parts(filter = {}) {
      for await (const part of rowsOf(filter))
        yield part.map((row) => perColumn(([, valueOf]) => valueOf(row)))
    },
  }
}

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

/** Returns a table as a file of this format, produced part by part as it is read. */
export function exportFile(kind: ExportKind, format: ExportFormat, table: ExportTable) {
  const [csv, json] = exportTypes
  const { columns, parts } = table
  if (format === 'json') return { type: json, content: jsonFile(`{"${kind}":[`, parts(), () => ']}') }
  async function* rows() {
    const keys = Object.keys(columns)
    for await (const part of parts()) yield part.map((row) => keys.map((key) => toCell(row[key])))
  }
  return { type: csv, content: csvFile(Object.values(columns), rows()) }
}

/** Yields a CSV file piece by piece. */
export async function* csvFile(
  headings: readonly string[],
  parts: AsyncIterable<readonly string[][]>,
): AsyncGenerator<string> {
  yield byteOrderMark + toCsv([headings])
  for await (const part of parts) for (const rows of inPieces(part)) yield toCsv(rows)
}

/** Yields a JSON file with a list piece by piece. `closing` is called after all parts. */
export async function* jsonFile(
  opening: string,
  parts: AsyncIterable<readonly object[]>,
  closing: () => string,
): AsyncGenerator<string> {
  yield opening
  let separator = ''
  for await (const part of parts)
    for (const rows of inPieces(part)) {
      yield `${separator}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`
      separator = ','
    }
  yield `\n${closing()}\n`
}

const rowsPerPiece = 20

/** Yields so few rows at a time that nobody waits for long while they become text; others are answered between two pieces. */
function* inPieces<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let begin = 0; begin < rows.length; begin += rowsPerPiece)
    yield rows.slice(begin, begin + rowsPerPiece)
}

const toCell = (value: Cell | undefined): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value ?? '')
}
