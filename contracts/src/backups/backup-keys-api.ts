// Endpoints for the keys that sign backup files (decision 0051): the key of this installation, and keys of others that owners accept.

import { z } from 'zod'
import { nameCodes } from '../accounts/person-summary-api.ts'
import { rule } from '../texts/text.ts'
import { requiredText } from '../endpoints/shown-text.ts'
import { queryResponse } from '../endpoints/responses.ts'
import { get, put, del } from '../endpoints/endpoint-definition.ts'
import { backupKeyFingerprint } from '../endpoints/path-parameters.ts'

/** An accepted key. `acceptedAt` is ISO time; `acceptedBy` the name of who accepted it, null if the log does not say so. */
const acceptedKey = z.object({
  fingerprint: backupKeyFingerprint,
  name: z.string(),
  acceptedAt: z.string(),
  acceptedBy: z.string().nullable(),
  nameCodes,
})
export type AcceptedKey = z.infer<typeof acceptedKey>

/** What the other installation is called here. */
export const acceptBackupKeyRequest = z.strictObject({
  name: requiredText(rule('nameRequired'), 120),
})

export const backupKeyEndpoints = {
  list: get('/api/admin/backup-keys', 'view-admin-area', {
    summary: 'The key with which this installation signs backup files, and the accepted keys of others',
    /** `own`: the key of this installation. `accepted`: those of others, by name. */
    response: queryResponse.extend({ own: backupKeyFingerprint, accepted: z.array(acceptedKey) }),
  }),
  accept: put('/api/admin/backup-keys/:fingerprint', 'trust-backups', {
    summary: 'Accept the key of another installation: its backup files keep their names of actors',
    confirmed: true,
    body: acceptBackupKeyRequest,
    errors: ['quota-reached'],
  }),
  remove: del('/api/admin/backup-keys/:fingerprint', 'trust-backups', {
    summary: 'No longer accept a key; what was imported stays as it is',
  }),
}
