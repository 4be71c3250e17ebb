// The schema of the form that accepts the key with which another installation signs its backups.

import { acceptBackupKeyRequest } from '@thirty/contracts/backups/backup-keys-api.ts'
import { backupKeyFingerprint } from '@thirty/contracts/endpoints/path-parameters.ts'
import { z } from 'zod'

/** Spaces, colons and capital letters of what is pasted do not matter. */
export const keyForm = acceptBackupKeyRequest.extend({
  fingerprint: z
    .string()
    .transform((text) => text.replaceAll(/[\s:-]/gu, '').toLowerCase())
    .pipe(backupKeyFingerprint),
})
