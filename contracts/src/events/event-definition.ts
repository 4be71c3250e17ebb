import { z } from 'zod'

/** One type of event: the newest version of its schema, the schema, and how older versions become newer ones. */
export type EventDefinition = {
  version: number
  data: z.ZodType
  /**
   * From version n to n + 1, by n. A version without a step reads as the next one unchanged, as when a field became
   * optional.
   */
  upcasters?: Readonly<Record<number, (data: unknown) => unknown>>
}

/** Defines an event in its first version by the fields of its data. */
export const event = <const Fields extends z.ZodRawShape>(fields: Fields) => ({
  version: 1,
  data: z.object(fields),
})

/** A family of events: what one kind of stream holds. */
export type EventFamily = Readonly<Record<string, EventDefinition>>

/** The events of a family as a union discriminated by `type`: what `decide` returns and `evolve` reads. */
export type EventOf<Family extends EventFamily> = {
  [Type in keyof Family & string]: { type: Type; data: z.infer<Family[Type]['data']> }
}[keyof Family & string]

/** An event written by a newer release. Reading it would mean guessing what it says. */
export class UnsupportedEventVersion extends Error {
  override name = 'UnsupportedEventVersion'
  constructor(event: { type: string; version: number }, supported: number) {
    super(`${event.type} has version ${event.version}; this release supports ${supported}.`)
  }
}

/**
 * Returns whether an event belongs to a family, and narrows its type. Safe for events that came through the catalogue:
 * it validates what is appended and upcasts what is read.
 * Throws `UnsupportedEventVersion` for an event of the family that a newer release wrote. Other types are `false`
 * in every version: a reader that ignores a type ignores its newer versions too.
 */
export function isEventOf<Family extends EventFamily, Event extends { type: string; version: number }>(
  family: Family,
  event: Event,
): event is Event & EventOf<Family> {
  if (!Object.hasOwn(family, event.type)) return false
  const supported = family[event.type]?.version ?? 0
  if (event.version > supported) throw new UnsupportedEventVersion(event, supported)
  return true
}

/** The part of a family with these types. */
export function pickEvents<Family extends EventFamily, Type extends keyof Family & string>(
  family: Family,
  ...types: readonly Type[]
): Pick<Family, Type> {
  const picked: Partial<Pick<Family, Type>> = {}
  for (const type of types) picked[type] = family[type]
  // Every type of the result was filled in by the loop.
  return picked as Pick<Family, Type>
}
