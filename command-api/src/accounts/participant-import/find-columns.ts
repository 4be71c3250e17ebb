// Finds the columns with names, email address and username by the header of a CSV file, in several languages.

import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'

/** Returns a value of a row; an empty text if the row is too short. */
type CellReader = (cells: readonly string[]) => string

/** How to read the values of a participant from a row. `width`: number of columns. */
export type ParticipantCells = {
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
