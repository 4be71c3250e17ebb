import {
  participantImportProgress,
  participantImportResponse,
  participantPreviewResponse,
} from '../../api/admin/participant-import.ts'
import { maxParticipantFileBytes, participantFileType } from '../../rules/participant-import.ts'
import { post } from '../endpoint-definition.ts'

const common = {
  access: 'manage-participants',
  limit: 'import',
  rawBody: { type: participantFileType, maxBytes: maxParticipantFileBytes },
  compression: 'never',
  errors: ['invalid-fields', 'busy'],
} as const

/** Accounts for participants from a CSV file with the columns full name, email and, optionally, username. */
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
