import { z } from 'zod'
import { nameCodes } from '../accounts/name-codes-api.ts'
import { seenVersion } from '../projects/later-changes-api.ts'

/**
 * A saved text as another admin left it after the caller had opened it. `byName` is the name of that admin, `at` is ISO time. A change that
 * carries `version` says that the caller has read this text.
 */
export const newerSavedText = z.object({
  title: z.string(),
  text: z.string(),
  version: seenVersion,
  by: z.string(),
  byName: z.string(),
  nameCodes,
  at: z.string(),
})
export type NewerSavedText = z.infer<typeof newerSavedText>
