// Writes and reads CSV (RFC 4180).

import { stringify } from 'csv-stringify/sync'
import { CsvError, parse } from 'csv-parse/sync'

/** Begins a CSV file. Without it, spreadsheet programs read UTF-8 as an old single-byte encoding. */
export const byteOrderMark = '\uFEFF'

/**
 * Returns the rows as CSV (RFC 4180): commas, CRLF, and every cell in quotes. No cell can become a formula in a spreadsheet
 * program: see `withoutFormula`.
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((cells) => cells.map(withoutFormula)),
    { quoted: true, quoted_empty: true, record_delimiter: 'windows' },
  )

/**
 * Returns the text with an apostrophe before every character that can begin a formula in a spreadsheet program: at its
 * beginning, also after spaces and quotes, and after anything that some program takes for the end of a cell (OWASP, CSV
 * injection). Programs also accept the full-width forms of `=`, `+`, `-` and `@`.
 */
export const withoutFormula = (text: string): string =>
  (/^[\t\r\n]/.test(text) ? "'" : '') + text.replaceAll(gaps, disarmed)

/** What can stand before a cell or separate two, as a whole, so that a text is read once, and the character that follows it. */
const gaps = /([\s\p{Cf}"',;|]+)([=+\-@＝＋－＠]?)|^[=+\-@＝＋－＠]/gu
const endsCell = /[,;|\t\r\n"']/

function disarmed(match: string, gap: string | undefined, first: string | undefined, index: number): string {
  if (gap === undefined) return `'${match}`
  if (first === '' || (index > 0 && !endsCell.test(gap))) return match
  return `${gap}'${first}`
}

/** A file is not valid CSV. `line` is the line of the fault, beginning with 1; that of the first quotation mark if the second is missing. */
export class InvalidCsv extends Error {
  override name = 'InvalidCsv'
  readonly line: number
  constructor(line: number) {
    super(`There is a misplaced or missing quotation mark in line ${line}.`)
    this.line = line
  }
}

/**
 * Returns the rows of a CSV file with commas, semicolons, tabs or vertical bars, with or without a byte order mark. A first line such as
 * `sep=;` names the separator, as spreadsheet programs read it, and is not a row. Rows may differ in length, an empty line is a row with
 * one empty cell, and a cell is always text. Throws `InvalidCsv`.
 */
export function parseCsv(text: string): string[][] {
  const [skipped = '', separator] = /^\ufeff?"?sep=(.)"?[^\S\r\n\t]*(?:\r\n|\r|\n|$)/i.exec(text) ?? []
  const rest = text.slice(skipped.length)
  const delimiter = separator ?? delimiterOf(text)
  try {
    return parse(rest, { bom: true, delimiter, relax_column_count: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isUnclosed = error.code === 'CSV_QUOTE_NOT_CLOSED'
    const line = isUnclosed ? lineOfLastQuotation(rest) : Number(error['lines']) || 1
    throw new InvalidCsv(skipped === '' ? line : line + 1)
  }
}

/** Returns the line in which the last quoted cell begins: the unclosed one, because all before it are closed. */
function lineOfLastQuotation(text: string): number {
  let begin = 0
  for (const { index } of text.matchAll(/"[^"]*(?:""[^"]*)*"?/g)) begin = index
  return text.slice(0, begin).split(/\r\n|\r|\n/).length
}

const delimiters = [',', ';', '\t', '|'] as const

/**
 * Programs for languages with a decimal comma separate cells by semicolons, and cells that are copied are separated by tabs. The first line
 * that is not empty has the names of the columns.
 */
function delimiterOf(text: string): string {
  const head = /[^\r\n]+/.exec(text.replaceAll(/"[^"]*"/g, ''))?.[0] ?? ''
  const counts = delimiters.map((delimiter) => head.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}
