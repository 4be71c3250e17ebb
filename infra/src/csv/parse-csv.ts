import { CsvError, parse } from 'csv-parse/sync'

/** A file is not valid CSV. `line` is the line of the fault, beginning with 1; that of the first quotation mark if the second is missing. */
export class InvalidCsv extends Error {
  override name = 'InvalidCsv'
  readonly line: number
  constructor(line: number) {
    super(`The CSV file has a misplaced or missing quotation mark in line ${line}.`)
    this.line = line
  }
}

/**
 * Returns the rows of a CSV file with commas or semicolons, with or without a byte order mark. Rows may differ in length, an empty
 * line is a row with one empty cell, and a cell is text, whatever it begins with. Throws `InvalidCsv`.
 */
export function parseCsv(text: string): string[][] {
  try {
    return parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isUnclosed = error.code === 'CSV_QUOTE_NOT_CLOSED'
    throw new InvalidCsv(isUnclosed ? lineOfLastQuotation(text) : Number(error['lines']) || 1)
  }
}

/** Returns the line in which the last quoted cell begins: the unclosed one, because all before it are closed. */
function lineOfLastQuotation(text: string): number {
  let begin = 0
  for (const { index } of text.matchAll(/"[^"]*(?:""[^"]*)*"?/g)) begin = index
  return text.slice(0, begin).split(/\r\n|\r|\n/).length
}

/** Programs for languages with a decimal comma separate cells by semicolons. The first line has the names of the columns. */
function delimiterOf(text: string): ',' | ';' {
  const [head = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  return head.split(';').length > head.split(',').length ? ';' : ','
}
