// Endpoints that create accounts for participants from a CSV file with the columns full name, email and, optionally, username.

import { z } from 'zod'
import {
  participantColumns,
  participantOutcomes,
  maxParticipantFileBytes,
  participantFileType,
} from './participant-import.ts'
import { commandResponse, queryResponse, saidOnWire } from '../endpoints/responses.ts'
import { post } from '../endpoints/endpoint-definition.ts'

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

export const participantPreviewResponse = queryResponse.extend({ rows, file })
export type ParticipantPreview = z.infer<typeof participantPreviewResponse>

/** How many of the rows without an error are done. */
export const participantImportProgress = z.strictObject({ done: z.int(), total: z.int() })
export type ParticipantImportProgress = z.infer<typeof participantImportProgress>

export const participantImportResponse = commandResponse.extend({ rows, file })
export type ParticipantImport = z.infer<typeof participantImportResponse>

const common = {
  access: 'manage-participants',
  limit: 'import',
  rawBody: { type: participantFileType, maxBytes: maxParticipantFileBytes },
  compression: 'never',
  errors: ['invalid-fields', 'busy'],
} as const

export const participantImportEndpoints = {
  preview: post('/api/admin/participants/import/preview', {
    ...common,
    summary: 'What an import of a CSV file with participants would do, row by row',
    response: participantPreviewResponse,
  }),
  import: post('/api/admin/participants/import', {
    ...common,
    summary: 'Create an account for each new participant of a CSV file, and send invitations by email',
    response: participantImportResponse,
    progress: participantImportProgress,
  }),
}
