// Fields that requests about projects and saved texts share: the version that an admin saw, and the saved text that was used; and what
// others changed since, in a project or in a saved text.

import { z } from 'zod'
import { nameCodes } from '../accounts/person-summary-api.ts'
import { rule } from '../texts/text.ts'
import { uuidPattern } from '../uuid.ts'

/**
 * What somebody did to a project after an admin had opened it: an admin reviewed or rated it, or its owner revised it. `by` is the
 * id of the person, `byName` the name, `byUsername` tells people with one name apart. `at` is ISO time.
 * A rejection may have a `reason`; a rating has an `average`. `version` is the version of the project with this change: a decision
 * that carries it says that the admin has seen the change.
 */
export const laterChange = z.object({
  what: z.enum(['approved', 'rejected', 'rated', 'revised']),
  by: z.string(),
  byName: z.string(),
  nameCodes,
  byUsername: z.string().optional(),
  at: z.string(),
  version: z.string(),
  reason: z.string().optional(),
  average: z.number().optional(),
})
export type LaterChange = z.infer<typeof laterChange>

/**
 * The version of a project or a saved text that an admin saw: the position of the newest event that the admin's screen showed. A
 * request that carries it is refused if somebody else has made a change since.
 */
export const seenVersion = z.string().regex(/^\d{1,20}$/, rule('notAVersion'))

/** The id of a saved text. It says what a decision was written with; a text that was deleted meanwhile does not matter. */
export const savedTextId = z.string().regex(uuidPattern, 'Not a valid id of a saved text')

/**
 * A saved text as another admin left it after the caller had opened it. A change that carries `version` says that the caller has read
 * this text.
 */
export const newerSavedText = laterChange
  .pick({ by: true, byName: true, nameCodes: true, at: true })
  .extend({ title: z.string(), text: z.string(), version: seenVersion })
export type NewerSavedText = z.infer<typeof newerSavedText>
