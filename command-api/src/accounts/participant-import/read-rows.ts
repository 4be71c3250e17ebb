import type { ParticipantRow } from '@thirty/contracts/api/admin/participant-import.ts'
import { email, fullName, username } from '@thirty/contracts/api/accounts/accounts.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import {
  maxParticipantRows,
  participantColumns,
  type ParticipantColumn,
} from '@thirty/contracts/rules/participant-import.ts'
import { canonicalEmail, canonicalUsername } from '@thirty/contracts/rules/text/names.ts'
import { isReservedUsername } from '@thirty/contracts/rules/text/reserved-usernames.ts'
import { InvalidCsv, parseCsv } from '@thirty/infra/csv/parse-csv.ts'

type RowErrors = ParticipantRow['errors']

/** A row of a file. Without errors, its values meet the rules of the sign-up. */
export type ReadRow = {
  row: number
  fullName: string
  email: string
  /** `undefined` if the file has none. */
  username: string | undefined
  errors: RowErrors
}

/** The names of the columns, in lower case: those of exports, and German ones. */
const columnNames: Readonly<Record<ParticipantColumn, readonly string[]>> = {
  fullName: ['full name', 'fullname', 'name', 'vollständiger name', 'voller name'],
  email: ['email', 'e-mail', 'email address', 'e-mail address', 'e-mail-adresse'],
  username: ['username', 'user name', 'benutzername'],
}

const rules = { fullName, email, username }
/** Longer values cannot be valid, and are shortened in responses. */
const maxShown = 300

/**
 * Returns the rows of a CSV file with participants, with what is wrong in each. Empty rows are left out. Throws `invalid-fields` for a
 * file that has another encoding than UTF-8, faulty quotation marks, no columns for name and email, no rows, or too many.
 */
export function readRows(bytes: Uint8Array): ReadRow[] {
  const [head = [], ...lines] = parseCells(decode(bytes))
  const indexes = findColumns(head)
  const filled = lines
    .map((cells, index) => ({ cells, row: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) refuseFile('The file has no rows below the header.')
  if (filled.length > maxParticipantRows)
    refuseFile(`The file has more than ${maxParticipantRows.toLocaleString('en')} rows. Please split it.`)
  const rows = filled.map(({ cells, row }) => readRow(cells, row, indexes, head.length))
  markRepeated(rows, 'email', canonicalEmail)
  markRepeated(rows, 'username', canonicalUsername)
  return rows
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    refuseFile('The file is not encoded in UTF-8. Please save it as “CSV UTF-8”.')
  }
}

function parseCells(text: string): string[][] {
  try {
    return parseCsv(text)
  } catch (error) {
    if (error instanceof InvalidCsv) refuseFile(error.message)
    throw error
  }
}

type Indexes = Readonly<Record<ParticipantColumn, number>>

function findColumns(head: readonly string[]): Indexes {
  const names = head.map((name) => name.normalize('NFC').trim().toLowerCase())
  const indexOf = (column: ParticipantColumn) => names.findIndex((name) => columnNames[column].includes(name))
  const indexes = { fullName: indexOf('fullName'), email: indexOf('email'), username: indexOf('username') }
  if (indexes.fullName === -1 || indexes.email === -1)
    refuseFile('The first row must name the columns “Full name” and “Email”.')
  return indexes
}

function readRow(cells: readonly string[], row: number, indexes: Indexes, width: number): ReadRow {
  const cellOf = (column: ParticipantColumn) => (cells[indexes[column]] ?? '').trim()
  const errors: RowErrors = participantColumns.flatMap((column) => {
    const issue = rules[column].safeParse(cellOf(column)).error?.issues[0]
    return issue === undefined ? [] : [{ column, message: issue.message }]
  })
  if (isReservedUsername(cellOf('username')))
    errors.push({ column: 'username', message: 'This username is reserved' })
  // A comma in a name without quotation marks moves the values into other columns.
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    errors.push({ column: 'row', message: 'More values than columns' })
  return {
    row,
    fullName: cellOf('fullName').slice(0, maxShown),
    email: cellOf('email').slice(0, maxShown),
    username: cellOf('username').slice(0, maxShown) || undefined,
    errors,
  }
}

/** Adds an error to every row whose value an earlier row without errors has, too. */
function markRepeated(
  rows: readonly ReadRow[],
  column: 'email' | 'username',
  canonical: (text: string) => string,
): void {
  const firstRows = new Map<string, number>()
  for (const row of rows) {
    const value = row[column]
    if (value === undefined || row.errors.length > 0) continue
    const first = firstRows.get(canonical(value))
    if (first === undefined) firstRows.set(canonical(value), row.row)
    else row.errors.push({ column, message: `The same as in row ${first}` })
  }
}

/** Throws `invalid-fields` for the file as a whole. */
function refuseFile(message: string): never {
  refuse('invalid-fields', message, { file: message })
}
