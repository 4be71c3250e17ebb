// Endpoints that create accounts for participants from a CSV file with the columns full name, email and, optionally, username.

import { z } from 'zod'
import { commandResponse, queryResponse, saidOnWire } from '../endpoints/responses.ts'
import { post } from '../endpoints/endpoint-definition.ts'

/** Maximum number of participants in a file. */
export const maxParticipantRows = 2_000

/** Days during which the link in the invitation of an imported participant works. */
export const participantInvitationDays = 7

/** The columns of a file with participants that an import reads. */
export const participantColumns = ['fullName', 'email', 'username'] as const
export type ParticipantColumn = (typeof participantColumns)[number]

/**
 * What an import does with a row. `new`: creates an account and sends an invitation. `invite`: sends an invitation to an account of
 * an earlier import that has no password and no working link. `exists`: changes nothing. `error`: the row is left out.
 */
const participantOutcomes = ['new', 'invite', 'exists', 'error'] as const
export type ParticipantOutcome = (typeof participantOutcomes)[number]

/** A row of a file with participants. `row` is its number in the file, which begins with 1 for the header. */
export const participantRow = z.object({
  row: z.int(),
  fullName: z.string(),
  email: z.string(),
  /** The username in the file, or the one that is made from the name; null for none. */
  username: z.string().nullable(),
  outcome: z.enum(participantOutcomes),
  /** What is wrong, by column; `row` for the row as a whole. Empty unless the outcome is `error`. */
  errors: z.array(z.object({ column: z.enum([...participantColumns, 'row']), ...saidOnWire.shape })),
})
export type ParticipantRow = z.infer<typeof participantRow>

const rows = z.array(participantRow)
/** The rows as a CSV file. */
const file = z.object({ name: z.string(), content: z.string() })

const common = {
  limit: 'import',
  rawBody: { type: 'text/csv', maxBytes: 1024 ** 2 },
  compression: 'never',
  errors: ['invalid-fields'],
} as const

export const participantImportEndpoints = {
  preview: post('/api/admin/participants/import/preview', 'manage-participants', {
    ...common,
    summary: 'What an import of a CSV file with participants would do, row by row',
    response: queryResponse.extend({ rows, file }),
  }),
  import: post('/api/admin/participants/import', 'manage-participants', {
    ...common,
    summary: 'Create an account for each new participant of a CSV file, and send invitations by email',
    response: commandResponse.extend({ rows, file }),
    /** How many of the rows without an error are done. */
    progress: z.strictObject({ done: z.int(), total: z.int() }),
  }),
}

type Endpoints = typeof participantImportEndpoints
export type ParticipantPreview = z.infer<Endpoints['preview']['response']>
export type ParticipantImport = z.infer<Endpoints['import']['response']>
export type ParticipantImportProgress = z.infer<Endpoints['import']['progress']>
