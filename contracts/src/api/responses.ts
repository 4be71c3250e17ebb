import { z } from 'zod'

/** A place in the log as decimal text: it may be larger than a JSON number can say. Of an empty log it is `-1`. */
export const position = z.string().regex(/^-?\d{1,20}$/)

/** The same for an answer to somebody who changed something: the log is not empty then. */
const positionAfterWrite = z.string().regex(/^\d{1,20}$/)

/** Every failure, on every route. `message` is what the screen may show. */
export const problem = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})
export type Problem = z.infer<typeof problem>

/** What every command answers beside its own fields: its place in the log; `pending` if the boards are not there yet. */
export const commandResponse = z.object({
  success: z.literal(true),
  message: z.string().optional(),
  position: positionAfterWrite,
  pending: z.literal(true).optional(),
})

/** A number of things. */
export const countResponse = z.object({ success: z.literal(true), count: z.int() })

/** Query of every list: at most 200 items, from an opaque cursor on. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: z.string().max(200).optional(),
})
