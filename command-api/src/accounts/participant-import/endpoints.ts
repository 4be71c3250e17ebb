// Creates accounts for the participants in a CSV file of an admin, and invites them: the handlers, the plan of what becomes of each row,
// and usernames for rows without one.
//
// An invitation is a password reset link that works for a week: it proves the address, works once, and expires when the password is set.
// A first password in a file or an email would be known to other people. The email address identifies a row: a row with an account
// changes nothing, so the same file can be imported again, after an interruption and by two admins at once. An account is invited again
// only if it has no password, no provider and no working link. The token is derived from secret, user and a number, so every process
// knows whether a link works. Preview and import plan with the same code. The events contain counts and no names, because a name in
// `imports-<date>` could not be erased with its account.

import { buffer } from 'node:stream/consumers'
import { randomUUIDv7 } from 'node:crypto'
import {
  participantImportEndpoints,
  participantRow,
  type ParticipantRow,
  type ParticipantImportProgress,
  type ParticipantOutcome,
} from '@thirty/contracts/accounts/participant-import-api.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { namesItsField } from '@thirty/contracts/texts/names-field.ts'
import { importEvents, type ImportEvent } from '@thirty/contracts/accounts/events.ts'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { importsStream } from '@thirty/contracts/events/stream-names.ts'
import { onWire, say } from '@thirty/contracts/texts/text.ts'
import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { username } from '@thirty/contracts/accounts/api.ts'
import { canonicalUsername, isForbiddenUsername } from '@thirty/contracts/accounts/canonical-names.ts'
import { byteOrderMark, toCsv } from '@thirty/infra/csv/csv.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { mapWithLimit, SharedCapacity } from '@thirty/infra/concurrency-limit.ts'
import { parseIdempotencyKey, newContext } from '../../idempotency.ts'
import type { Parts } from '../../parts.ts'
import { noState } from '../../fold.ts'
import { registerUser, createAccountWithoutPassword } from '../sign-up/sign-up.ts'
import { findAccountByName } from '../names/reserve-names.ts'
import { invitations, type ImportContext, type Invitations } from './invitation-mails.ts'
import { readRows, type ReadRow } from './read-rows.ts'

export function participantImportHandlers(parts: Parts): Endpoint[] {
  const planDeps = { ...parts, invitations: invitations(parts) }
  // Each reads thousands of streams: they must not delay other requests.
  const capacity = new SharedCapacity(1, { maxWaiting: 5 })
  return [
    endpoint(participantImportEndpoints.preview)(async ({ body }) => {
      const read = readRows(await buffer(body))
      const rows = await capacity.run(1, () => planImport(planDeps, read))
      return describe(rows, 'participants-preview.csv', 'New account')
    }),
    endpoint(participantImportEndpoints.import)(async ({ body, caller, correlation, request, report }) => {
      // The email addresses in a file identify its accounts, so a key is checked and not needed.
      parseIdempotencyKey(request.headers['idempotency-key'])
      const read = readRows(await buffer(body))
      const context = { actor: caller.id, correlation, reader: parts.languageOf(request) }
      report({ done: 0, total: 0 })
      const { rows, position } = await capacity.run(1, () =>
        importParticipants(planDeps, read, context, report),
      )
      return {
        message: 'Participants imported',
        ...(await parts.waitForProjections(position)),
        ...describe(rows, 'participants-result.csv', 'Account created'),
      }
    }),
  ]
}

function describe(planned: readonly PlannedRow[], name: string, newAccount: string) {
  const rows = planned.map((row) => fieldsOf(participantRow, { ...row, username: row.username ?? null }))
  const texts = { ...results, new: newAccount }
  const cells = rows.map((row) => cellsOf(row, texts[row.outcome]))
  return { rows, file: { name, content: byteOrderMark + toCsv([header, ...cells]) } }
}

const results = { invite: 'Already exists, new invitation', exists: 'Already exists', error: 'Error' }
const header = ['Row', 'Full name', 'Email', 'Username', 'Result', 'Reason']
const columnLabels = { fullName: 'Full name', email: 'Email', username: 'Username', row: 'Row' } as const

const cellsOf = (row: ParticipantRow, result: string) => [
  String(row.row),
  row.fullName,
  row.email,
  row.username ?? '',
  result,
  row.errors
    .map(({ column, message, text }) =>
      namesItsField(text) ? message : `${columnLabels[column]}: ${message}`,
    )
    .join('. '),
]

type ImportParts = Parts & { invitations: Invitations }

/**
 * Creates an account without a password for each new participant and sends invitations. Returns what happened to each row and the log
 * position. An import that was interrupted can be repeated: accounts are found by their email address, and accounts without an invitation
 * get one. Two imports of one file create each account once.
 */
async function importParticipants(
  deps: ImportParts,
  readRows: readonly ReadRow[],
  context: ImportContext,
  report: (progress: ParticipantImportProgress) => void,
): Promise<{ rows: PlannedRow[]; position: bigint }> {
  const planned = await planImport(deps, readRows)
  const countOf = (rows: readonly PlannedRow[], outcome: PlannedRow['outcome']) =>
    rows.filter((row) => row.outcome === outcome).length
  // First, so that the audit names the admin also if the process ends in between.
  const started = { rows: countOf(planned, 'new') }
  await record(deps, context, { type: 'ParticipantImportStarted', data: started })
  const isInvited = ({ outcome }: PlannedRow) => outcome === 'new' || outcome === 'invite'
  const total = planned.filter(isInvited).length
  let done = 0
  const rows = await mapWithLimit(planned, concurrentRows, async (row) => {
    const result = row.outcome === 'new' ? await createAccount(deps, row, context) : row
    // At once: an error in a later row ends the import, and must not keep the invitation from people with an account.
    if (isInvited(result) && result.user !== undefined) deps.invitations.send(result.user, context)
    if (isInvited(row)) report({ done: ++done, total })
    return result
  })
  const { position } = await record(deps, context, {
    type: 'ParticipantsImported',
    data: {
      created: countOf(rows, 'new'),
      invited: countOf(rows, 'invite'),
      unchanged: countOf(rows, 'exists'),
      failed: countOf(rows, 'error'),
    },
  })
  return { rows, position }
}

const record = ({ commands, clock }: ImportParts, context: ImportContext, event: ImportEvent) =>
  commands.handle({
    ...noState<ImportEvent>(importEvents),
    stream: importsStream(clock()),
    context: newContext(context),
    decide: () => [event],
  })

/** Creates the account of a row; another import or a sign-up may have been first since the plan was made. */
async function createAccount(
  deps: ImportParts,
  row: PlannedRow,
  context: ImportContext,
): Promise<PlannedRow> {
  const user = randomUUIDv7()
  const { fullName, email, username, isUsernameSuggested } = row
  const isNeeded = username !== undefined && !isUsernameSuggested
  try {
    const { account } = await createAccountWithoutPassword(deps, {
      user,
      names: [deps.names.email(email), ...(isNeeded ? [deps.names.username(username)] : [])],
      // Without a language: the account gets the language of the first page that the participant sees.
      account: { fullName, email, role: 'participant', ...(username !== undefined && { username }) },
      context: newContext(context),
      decide: registerUser,
    })
    return { ...row, username: account.username ?? undefined, user }
  } catch (error) {
    if (!(error instanceof Refusal && (error.code === 'name-taken' || error.code === 'conflict'))) throw error
    // Nobody but this import may be left to invite them: the other one may have been interrupted.
    const existing = await findExisting(deps, row)
    if (existing !== undefined) return existing
    // The request behind the reservation may have been interrupted; the name is free again after a minute.
    return { ...row, outcome: 'error', errors: [{ column: 'row', ...onWire(say('inUse')) }] }
  }
}

/** A row with what an import does with it. `user` is the id of the account that has the address. */
type PlannedRow = ReadRow & {
  outcome: ParticipantOutcome
  user?: string
  isUsernameSuggested: boolean
}

/** How many rows are looked up or imported at the same time. */
const concurrentRows = 16

/** Returns what an import would do with each row, and chooses usernames for rows without one. Changes nothing. */
async function planImport(deps: ImportParts, rows: readonly ReadRow[]): Promise<PlannedRow[]> {
  const planned = await mapWithLimit(rows, concurrentRows, (row) => planRow(deps, row))
  const taken = new Set(planned.flatMap(({ username }) => (username ? [canonicalUsername(username)] : [])))
  // One after the other: people with the same name get different usernames.
  for (const row of planned) {
    if (row.outcome !== 'new' || row.username !== undefined) continue
    row.isUsernameSuggested = true
    for (const suggestion of suggestUsernames(row.fullName)) {
      if (taken.has(suggestion) || (await isUsernameTaken(deps, suggestion))) continue
      row.username = suggestion
      taken.add(suggestion)
      break
    }
  }
  return planned
}

async function planRow(deps: ImportParts, row: ReadRow): Promise<PlannedRow> {
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
async function findExisting(
  deps: ImportParts,
  row: Omit<PlannedRow, 'outcome'>,
): Promise<PlannedRow | undefined> {
  const owner = await findAccountByName(deps, deps.names.email(row.email))
  if (owner === undefined) return undefined
  const { id: user, account } = owner
  const outcome = (await deps.invitations.isNeeded(user, account)) ? 'invite' : 'exists'
  return { ...row, username: account.username ?? undefined, user, outcome }
}

/** A reservation without an account may be of an interrupted request: it is refused, or replaced, when the account is created. */
const isUsernameTaken = async (deps: ImportParts, username: string): Promise<boolean> =>
  (await findAccountByName(deps, deps.names.username(username))) !== undefined

const maxLength = 30
/** How many people with one name get a username that is made from it. */
const maxSuggestions = 50

/** Letters that are usually written as two, where searches take them for the letter without its dots. */
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/**
 * Yields valid usernames that are made from a full name, the best first: `maya_lindgren`, `maya_lindgren_2`. Yields none for a name
 * with too few letters that can be written in ASCII.
 */
export function* suggestUsernames(fullName: string): Generator<string> {
  const spelled = fullName.normalize('NFC').toLowerCase()
  const base = normalizeForSearch(spelled.replaceAll(/[äöü]/g, (letter) => umlauts[letter] ?? letter))
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  for (let number = 1; number <= maxSuggestions; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const suggestion = base.slice(0, maxLength - suffix.length).replace(/_$/, '') + suffix
    if (base.length >= 3 && username.safeParse(suggestion).success && !isForbiddenUsername(suggestion))
      yield suggestion
  }
}
