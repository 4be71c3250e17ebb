// Reads the CSV file of an import of participants: its encoding, its columns by their names in seven languages, and its rows, each checked
// by the rules of the sign-up and against the others. `endpoints.ts` compares them with the accounts.

import { email, fullName, username } from '@thirty/contracts/accounts/api.ts'
import {
  maxParticipantRows,
  participantColumns,
  type ParticipantRow,
  type ParticipantColumn,
} from '@thirty/contracts/accounts/participant-import-api.ts'
import {
  canonicalEmail,
  canonicalUsername,
  isForbiddenUsername,
} from '@thirty/contracts/accounts/canonical-names.ts'
import { InvalidCsv, parseCsv } from '@thirty/infra/csv/csv.ts'
import { refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { onWire, say, type Text } from '@thirty/contracts/texts/text.ts'
import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'

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

const rules = { fullName, email, username }
/** Longer values cannot be valid, and are shortened in responses. */
const maxShown = 300

/**
 * Returns the rows of a CSV file with participants, with what is wrong in each. Empty rows are left out. Throws `invalid-fields` for a
 * file that is empty or no text in UTF-8 or UTF-16, has faulty quotation marks, no columns for name and email, no rows, or too many.
 */
export function readRows(bytes: Uint8Array): ReadRow[] {
  const [head, ...filled] = parseCells(decode(bytes))
    .map((cells, index) => ({ cells, row: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (head === undefined) refuseField('file', 'tableEmpty')
  const columns = findColumns(head.cells) ?? refuseField('file', missingColumns(head.cells))
  if (filled.length === 0) refuseField('file', 'noRows')
  if (filled.length > maxParticipantRows)
    refuseField('file', say('tooManyRows', { count: maxParticipantRows }))
  const rows = filled.map(({ cells, row }) => readRow(cells, row, columns))
  markRepeated(rows, 'email', canonicalEmail)
  markRepeated(rows, 'username', canonicalUsername)
  return rows
}

/**
 * Returns the text of a file in UTF-8, or in UTF-16, as some spreadsheet programs write it, with or without a byte order mark. Other
 * encodings cannot be told apart, so a name could become another one.
 */
function decode(bytes: Uint8Array): string {
  if (bytes.length === 0) refuseField('file', 'tableEmpty')
  if (isWorkbook(bytes)) refuseField('file', 'workbook')
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    return refuseField('file', 'encoding')
  }
}

function parseCells(text: string): string[][] {
  try {
    return parseCsv(text)
  } catch (error) {
    if (error instanceof InvalidCsv) refuseField('file', say('quotationMark', { line: error.line }))
    throw error
  }
}

const maxNamedColumns = 10
const maxColumnName = 40

/** Names what the first row has instead, because a wrong separator looks right in a spreadsheet program. */
function missingColumns(head: readonly string[]): Text {
  const found = head.slice(0, maxNamedColumns).map((name) => `“${name.trim().slice(0, maxColumnName)}”`)
  return say('columns', { columns: found.join(', ') })
}

function readRow(cells: readonly string[], row: number, columns: ParticipantCells): ReadRow {
  const cellOf = (column: ParticipantColumn) => columns[column](cells)
  const errors: RowErrors = participantColumns.flatMap((column) => {
    const issue = rules[column].safeParse(cellOf(column)).error?.issues[0]
    return issue === undefined ? [] : [{ column, ...onWire(issue.message) }]
  })
  if (isForbiddenUsername(cellOf('username')))
    errors.push({ column: 'username', ...onWire(say('usernameReserved')) })
  // A comma in a name without quotation marks moves the values into other columns.
  if (cells.slice(columns.width).some((cell) => cell.trim() !== ''))
    errors.push({ column: 'row', ...onWire(say('moreValues')) })
  return {
    row,
    fullName: (rules.fullName.safeParse(cellOf('fullName')).data ?? cellOf('fullName')).slice(0, maxShown),
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
    else row.errors.push({ column, ...onWire(say('sameAsRow', { row: first })) })
  }
}

/** Whether a file is a ZIP archive, as workbooks of spreadsheet programs are, or a compound file, as they were before. */
const isWorkbook = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  // No CSV file in UTF-8 has a zero, and the names of columns have a letter of ASCII first.
  if (bytes[1] === 0 && bytes[0] !== 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be'
  return 'utf-8'
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

/** Returns a value of a row; an empty text if the row is too short. */
type CellReader = (cells: readonly string[]) => string

/** How to read the values of a participant from a row. `width`: number of columns. */
type ParticipantCells = {
  fullName: CellReader
  email: CellReader
  username: CellReader
  width: number
}

/** Returns the name of a column as it is compared, letters and digits alone: `full_name`, `Full-Name` and `fullName` are one. */
const toKey = (name: string): string => normalizeForSearch(name).replaceAll(/[^\p{L}\p{N}]+/gu, '')

const keysOf = (list: string): ReadonlySet<string> => new Set(list.split(',').map(toKey))

// Names of columns as exports of this product and of other programs have them, in English, German, French, Spanish, Italian, Portuguese
// and Dutch.
const names = {
  fullName: keysOf(
    `full name, display name, vollständiger name, voller name, vor und nachname, name vorname, nom complet, nom et prénom,
    prénom et nom, nom prénom, prénom nom, nombre completo, nombre y apellidos, apellidos y nombre,
    nome completo, nome e cognome, cognome e nome, nome e sobrenome, volledige naam`,
  ),
  given: keysOf('first name, given name, forename, vorname, prénom, nombre de pila, voornaam'),
  family: keysOf(
    `last name, surname, family name, nachname, familienname, zuname, nom de famille, apellido, apellidos, primer apellido,
    cognome, sobrenome, apelido, achternaam`,
  ),
  /** The whole name, or one half of it beside a column for the other half. */
  name: keysOf('name, nom, nombre, nome, naam'),
  email: keysOf(
    `email, mail, email address, mail address, email adresse, mail adresse, adresse email, adresse mail, adresse électronique,
    adresse de courriel, courriel, correo, correo electrónico, dirección de correo, dirección de correo electrónico,
    dirección de email, indirizzo email, indirizzo mail, posta elettronica, endereço de email, correio eletrónico, correio eletrônico,
    e mailadres`,
  ),
  username: keysOf(
    `username, user, login, login name, benutzername, benutzer, anmeldename, identifiant, nom d’utilisateur, pseudo,
    pseudonyme, usuario, nombre de usuario, nome utente, utente, utilizador, usuário, nome de usuário, nome de utilizador, gebruikersnaam`,
  ),
} as const

/** Returns how to read the columns of a file by their names in its first row; `undefined` without columns for name and email. */
export function findColumns(head: readonly string[]): ParticipantCells | undefined {
  const keys = head.map(toKey)
  const cellOf = (wanted: ReadonlySet<string>): CellReader | undefined => {
    const index = keys.findIndex((key) => wanted.has(key))
    return index === -1 ? undefined : (cells) => cells[index]?.trim() ?? ''
  }
  const [given, family, name] = [cellOf(names.given), cellOf(names.family), cellOf(names.name)]
  const fullName =
    cellOf(names.fullName) ?? joined(given ?? (family && name), family ?? (given && name)) ?? name
  const email = cellOf(names.email)
  if (fullName === undefined || email === undefined) return undefined
  return { fullName, email, username: cellOf(names.username) ?? (() => ''), width: head.length }
}

const joined = (given: CellReader | undefined, family: CellReader | undefined): CellReader | undefined =>
  given && family && ((cells) => `${given(cells)} ${family(cells)}`.trim())
