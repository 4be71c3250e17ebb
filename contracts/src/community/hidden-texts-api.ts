import { z } from 'zod'
import { nameCodes } from '../accounts/person-summary-api.ts'
import { rule } from '../texts/text.ts'
import { requiredText } from '../endpoints/shown-text.ts'

/** Why a moderator hides a text. Its author reads it. */
export const hideRequest = z.strictObject({ reason: requiredText(rule('hideReasonRequired'), 500) })

/**
 * That a text is hidden from everybody but its author and moderators; missing for a text that everybody sees. `by` is the name of the
 * moderator, for moderators. `at` is ISO time.
 */
export const hiddenText = z.object({
  reason: z.string(),
  at: z.string(),
  by: z.string().optional(),
  nameCodes,
})
export type HiddenText = z.infer<typeof hiddenText>
