// The parts that responses have in common, such as the position of a command or a problem, and the query of every list.

import { z } from 'zod'
import { newerSavedText, laterChange } from '../projects/later-changes-api.ts'

/**
 * A position in the event log as decimal text, because it may exceed the range of a JSON number. `-1` if the log is
 * empty.
 */
export const position = z.string().regex(/^-?\d{1,20}$/)

/**
 * The history of the event log to which a position belongs. It changes when the log was put back to an older copy:
 * positions of different epochs must not be compared, and what was loaded in another epoch has to be loaded again.
 */
export const epoch = z.string()

/** The position of an event, as decimal text. */
export const positionPattern = /^\d{1,20}$/

/** A text of the server: its code, and its values. */
export const textOnWire = z.object({ code: z.string(), values: z.record(z.string(), z.unknown()).optional() })

/** A message of the server in English and, unless it is for programs only, as a text that screens translate. */
export const saidOnWire = z.object({ message: z.string(), text: textOnWire.optional() })
export type SaidOnWire = z.infer<typeof saidOnWire>

/**
 * The body of every error response. Screens may show `message`; `errors` has a message per field, with its text in `errorTexts`.
 * `change` says what somebody did to a project after the caller had opened it, `newerText` to a saved text.
 */
export const problem = saidOnWire.extend({
  success: z.literal(false),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  errorTexts: z.record(z.string(), textOnWire).optional(),
  change: laterChange.optional(),
  newerText: newerSavedText.optional(),
})
export type Problem = z.infer<typeof problem>

// Safe: what is always there may also be read as optional. `endpoint` adds it, so that no handler has to.
const success = z.literal(true) as unknown as z.ZodOptional<z.ZodLiteral<true>>

/** What every query returns. */
export const queryResponse = z.object({ success })

/** Whether the responses of a schema say `success`, as all do that extend `queryResponse`. */
export function saysSuccess(schema: unknown): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.every(saysSuccess)
  return schema instanceof z.ZodObject && 'success' in schema.shape
}

/** What a query returns that live messages keep up to date: `position` and `epoch` belong to its read model. */
export const liveResponse = queryResponse.extend({ position, epoch })

/** A page of such a list; `nextCursor` is null on the last one. */
export const pageResponse = liveResponse.extend({ nextCursor: z.string().nullable() })

/**
 * The fields that every command returns. `position` is the position of its last event in the log; `pending` is set if the
 * read models have not caught up with it yet.
 */
export const commandResponse = queryResponse.extend({
  message: z.string().optional(),
  position: z.string().regex(positionPattern),
  pending: z.literal(true).optional(),
})

export const countResponse = queryResponse.extend({ count: z.int() })

/** Query of every list: a page of at most 200 items, starting at an opaque cursor. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: z.string().max(200).optional(),
})
export type PageQuery = z.infer<typeof pageQuery>
