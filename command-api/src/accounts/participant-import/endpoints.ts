// Handlers with which admins create accounts for the participants in a CSV file.

import { buffer } from 'node:stream/consumers'
import {
  participantImportEndpoints,
  participantRow,
  type ParticipantRow,
} from '@thirty/contracts/accounts/participant-import-api.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { byteOrderMark, toCsv } from '@thirty/infra/csv/csv.ts'
import { namesItsField } from '@thirty/contracts/texts/names-field.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { SharedCapacity } from '@thirty/infra/shared-capacity.ts'
import { parseIdempotencyKey } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import type { ReservationParts } from '../names/reserve-names.ts'
import { importParticipants } from './import-participants.ts'
import { invitations, type InvitationParts } from './invitation-mails.ts'
import { planImport, type PlannedRow } from './plan-import.ts'
import { readRows } from './read-rows.ts'

export type ParticipantImportParts = ReservationParts &
  InvitationParts &
  With<'waitForProjections' | 'languageOf'>

export function participantImportHandlers(deps: ParticipantImportParts): Endpoint[] {
  const planDeps = { ...deps, invitations: invitations(deps) }
  // Each reads thousands of streams: they must not delay other requests.
  const capacity = new SharedCapacity(1, { maxWaiting: 5 })
  return [
    endpoint(participantImportEndpoints.preview)(async ({ body }) => {
      const read = readRows(await buffer(body))
      const rows = await capacity.run(1, () => planImport(planDeps, read))
      return { success: true, ...describe(rows, 'participants-preview.csv', 'New account') }
    }),
    endpoint(participantImportEndpoints.import)(async ({ body, caller, correlation, request, report }) => {
      // The email addresses in a file identify its accounts, so a key is checked and not needed.
      parseIdempotencyKey(request.headers['idempotency-key'])
      const read = readRows(await buffer(body))
      const context = { actor: caller.id, correlation, reader: deps.languageOf(request) }
      report({ done: 0, total: 0 })
      const { rows, position } = await capacity.run(1, () =>
        importParticipants(planDeps, read, context, report),
      )
      return {
        success: true,
        message: 'Participants imported',
        ...(await deps.waitForProjections(position)),
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
