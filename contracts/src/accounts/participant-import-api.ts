// Endpoints that create accounts for participants from a CSV file with the columns full name, email and, optionally, username.

import { z } from 'zod'
import { commandResponse, queryResponse, saidOnWire } from '../endpoints/responses.ts'
import { post } from '../endpoints/endpoint-definition.ts'

/** Maximum size of a file with participants, in bytes. */
const maxParticipantFileBytes = 1024 ** 2

/** Maximum number of participants in a file. */
export const maxParticipantRows = 2_000

/** Days during which the link in the invitation of an imported participant works. */
export const participantInvitationDays = 7

/** Content type of a file with participants. */
const participantFileType = 'text/csv'

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

const participantPreviewResponse = queryResponse.extend({ rows, file })
export type ParticipantPreview = z.infer<typeof participantPreviewResponse>

/** How many of the rows without an error are done. */
const participantImportProgress = z.strictObject({ done: z.int(), total: z.int() })
export type ParticipantImportProgress = z.infer<typeof participantImportProgress>

const participantImportResponse = commandResponse.extend({ rows, file })
export type ParticipantImport = z.infer<typeof participantImportResponse>

const common = {
  limit: 'import',
  rawBody: { type: participantFileType, maxBytes: maxParticipantFileBytes },
  compression: 'never',
  errors: ['invalid-fields', 'busy'],
} as const

export const participantImportEndpoints = {
  preview: post('/api/admin/participants/import/preview', 'manage-participants', {
    ...common,
    summary: 'What an import of a CSV file with participants would do, row by row',
    response: participantPreviewResponse,
  }),
  import: post('/api/admin/participants/import', 'manage-participants', {
    ...common,
    summary: 'Create an account for each new participant of a CSV file, and send invitations by email',
    response: participantImportResponse,
    progress: participantImportProgress,
  }),
}
