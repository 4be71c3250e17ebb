import type { z } from 'zod'

/** One kind of event: the version of its newest schema, and that schema. */
export type EventDefinition = { version: number; data: z.ZodType }

/** A family of events: what one kind of stream holds. */
export type EventFamily = Readonly<Record<string, EventDefinition>>

/** The events of a family as a union by `type`: what `decide` answers and `evolve` reads. */
export type EventOf<Family extends EventFamily> = {
  [Type in keyof Family & string]: { type: Type; data: z.infer<Family[Type]['data']> }
}[keyof Family & string]
