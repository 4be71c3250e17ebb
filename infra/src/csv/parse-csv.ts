import { CsvError, parse } from 'csv-parse/sync'

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
  const { delimiter = delimiterOf(text), skipped, rest } = withoutSeparatorLine(text)
  try {
    return parse(rest, { bom: true, delimiter, relax_column_count: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isUnclosed = error.code === 'CSV_QUOTE_NOT_CLOSED'
    const line = isUnclosed ? lineOfLastQuotation(rest) : Number(error['lines']) || 1
    throw new InvalidCsv(line + skipped)
  }
}

type WithoutSeparatorLine = { delimiter?: string | undefined; skipped: number; rest: string }

function withoutSeparatorLine(text: string): WithoutSeparatorLine {
  const [line, delimiter] = /^\ufeff?"?sep=(.)"?[^\S\r\n\t]*(?:\r\n|\r|\n|$)/i.exec(text) ?? []
  return line === undefined
    ? { skipped: 0, rest: text }
    : { delimiter, skipped: 1, rest: text.slice(line.length) }
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
