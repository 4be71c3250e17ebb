import { z } from 'zod'
import { requiredText } from '../shown-text.ts'

/** The fingerprint of the key with which an installation signs its backup files. */
export const backupKeyFingerprint = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'This is not a key. A key has 32 characters: digits and the letters a to f')

/** An accepted key. `acceptedAt` is ISO time; `acceptedBy` the name of who accepted it, null if the log does not say so. */
const acceptedKey = z.object({
  fingerprint: backupKeyFingerprint,
  name: z.string(),
  acceptedAt: z.string(),
  acceptedBy: z.string().nullable(),
})
export type AcceptedKey = z.infer<typeof acceptedKey>

/** `own`: the key of this installation. `accepted`: those of others, by name. */
export const backupKeysResponse = z.object({
  success: z.literal(true),
  own: backupKeyFingerprint,
  accepted: z.array(acceptedKey),
})

/** What the other installation is called here. */
export const acceptBackupKeyRequest = z.strictObject({
  name: requiredText('Name is required', 120),
})
