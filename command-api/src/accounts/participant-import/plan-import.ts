// The plan of an import of participants: what would become of each row of the file, and usernames for rows without one.

import { username } from '@thirty/contracts/accounts/api.ts'
import type { ParticipantOutcome } from '@thirty/contracts/accounts/participant-import-api.ts'
import { canonicalUsername, isForbiddenUsername } from '@thirty/contracts/accounts/canonical-names.ts'
import { onWire, say } from '@thirty/contracts/texts/text.ts'
import { mapWithLimit } from '@thirty/infra/concurrency-limit.ts'
import type { Invitations } from './invitation-mails.ts'
import type { ReadRow } from './read-rows.ts'
import { findAccountByName } from '../names/reserve-names.ts'
import type { With } from '../../parts.ts'

type PlanParts = With<'commands' | 'names'> & { invitations: Invitations }

/** A row with what an import does with it. `user` is the id of the account that has the address. */
export type PlannedRow = ReadRow & {
  outcome: ParticipantOutcome
  user?: string
  isUsernameSuggested: boolean
}

/** How many rows are looked up or imported at the same time. */
export const concurrentRows = 16

/** Returns what an import would do with each row, and chooses usernames for rows without one. Changes nothing. */
export async function planImport(deps: PlanParts, rows: readonly ReadRow[]): Promise<PlannedRow[]> {
  const planned = await mapWithLimit(rows, concurrentRows, (row) => planRow(deps, row))
  const taken = new Set(planned.flatMap(({ username }) => (username ? [canonicalUsername(username)] : [])))
  // One after the other: people with the same name get different usernames.
  for (const row of planned) {
    if (row.outcome !== 'new' || row.username !== undefined) continue
    row.username = await findFreeUsername(deps, row.fullName, taken)
    row.isUsernameSuggested = true
    if (row.username !== undefined) taken.add(row.username)
  }
  return planned
}

async function planRow(deps: PlanParts, row: ReadRow): Promise<PlannedRow> {
  const planned = { ...row, isUsernameSuggested: false }
  if (row.errors.length > 0) return { ...planned, outcome: 'error' }
  const existing = await findExisting(deps, planned)
  if (existing !== undefined) return existing
  if (row.username === undefined || !(await isUsernameTaken(deps, row.username)))
    return { ...planned, outcome: 'new' }
  const errors: ReadRow['errors'] = [{ column: 'username', ...onWire(say('thisUsernameTaken')) }]
  return { ...planned, outcome: 'error', errors }
}

/** Returns what an import does with a row whose address has an account; `undefined` if it has none. */
export async function findExisting(
  deps: PlanParts,
  row: Omit<PlannedRow, 'outcome'>,
): Promise<PlannedRow | undefined> {
  const owner = await findAccountByName(deps, deps.names.email(row.email))
  if (owner === undefined) return undefined
  const { id: user, account } = owner
  const outcome = (await deps.invitations.isNeeded(user, account)) ? 'invite' : 'exists'
  return { ...row, username: account.username ?? undefined, user, outcome }
}

/** A reservation without an account may be of an interrupted request: it is refused, or replaced, when the account is created. */
const isUsernameTaken = async (deps: PlanParts, username: string): Promise<boolean> =>
  (await findAccountByName(deps, deps.names.username(username))) !== undefined

async function findFreeUsername(
  deps: PlanParts,
  fullName: string,
  taken: ReadonlySet<string>,
): Promise<string | undefined> {
  for (const suggestion of suggestUsernames(fullName))
    if (!taken.has(suggestion) && !(await isUsernameTaken(deps, suggestion))) return suggestion
  return undefined
}

const maxLength = 30
/** How many people with one name get a username that is made from it. */
const maxSuggestions = 50

/** Letters that have no decomposition into a letter of ASCII and a mark, or are usually written in another way. */
const spellings: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  ł: 'l',
  đ: 'd',
  ı: 'i',
}

/**
 * Yields valid usernames that are made from a full name, the best first: `maya_lindgren`, `maya_lindgren_2`. Yields none for a name
 * with too few letters that can be written in ASCII.
 */
export function* suggestUsernames(fullName: string): Generator<string> {
  const base = fullName
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\P{ASCII}/gu, (letter) => spellings[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  for (let number = 1; number <= maxSuggestions; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const suggestion = base.slice(0, maxLength - suffix.length).replace(/_$/, '') + suffix
    if (base.length >= 3 && username.safeParse(suggestion).success && !isForbiddenUsername(suggestion))
      yield suggestion
  }
}
