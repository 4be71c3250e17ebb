import { z } from 'zod'
import { requiredText } from '../shown-text.ts'

/** The fingerprint of the key with which an installation signs its backup files. */
export const backupKeyFingerprint = z.string().regex(/^[0-9a-f]{32}$/, 'Not the fingerprint of a key')

/** `own`: the key of this installation. `accepted`: those of others, by name. */
export const backupKeysResponse = z.object({
  success: z.literal(true),
  own: backupKeyFingerprint,
  accepted: z.array(z.object({ fingerprint: backupKeyFingerprint, name: z.string() })),
})

/** What the other installation is called here. */
export const acceptBackupKeyRequest = z.strictObject({
  name: requiredText('Name is required', 120),
})
