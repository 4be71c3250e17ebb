import { stringify } from 'csv-stringify/sync'

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
