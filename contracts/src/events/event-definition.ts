// How types of events are defined: schema, versions, and what the audit says of them.

import { z } from 'zod'
import type { AuditSubjectKind } from '../audit/subject-kinds.ts'

/** What the audit says of an event. */
export type AuditRow = {
  /** The id of the action. Missing: the type of the event in kebab case, such as `project-approved`. */
  readonly action?: string
  /**
   * How lists of actions call it in English, unless that is the id in words, such as "Project approved". The group `auditActions` of the
   * messages has the labels in the other languages.
   */
  readonly label?: string
  readonly about: AuditSubjectKind
  /**
   * The id of the subject: the first of these fields that the event has, the user who acted (`actor`), or a constant. Missing: the field
   * that is named after its kind, if the event has one, and otherwise it is in the name of the stream.
   */
  readonly subject?: readonly string[] | 'actor' | { readonly id: string }
  /** The field with the id of the user who did it. Missing: `by`, if the event has it, and otherwise the actor of the metadata. */
  readonly actor?: string
  /**
   * The sentences by their code, the usual one first; the group `auditSentences` has them in the other languages. `{actor}` and `{subject}` are
   * names. The reader of the stream (`projections/src/audit/subjects`) knows the others; they are fields of the event otherwise.
   */
  readonly says: Readonly<Record<string, string>>
}

/** One type of event: the newest version of its schema, the schema, and how older versions become newer ones. */
export type EventDefinition = {
  version: number
  data: z.ZodType
  /** From version n to n + 1, by n. A version without a step reads as the next one unchanged, as when a field became optional. */
  upcasters?: Readonly<Record<number, (data: unknown) => unknown>>
  audit?: AuditRow | false
}

/** Defines an event in its first version: the fields of its data, and in the audit the kind of its subject and the rest of its row. */
export const event = <const Fields extends z.ZodRawShape, const Row extends Omit<AuditRow, 'about'>>(
  fields: Fields,
  about: AuditSubjectKind,
  row: Row,
) => ({ version: 1, data: z.object(fields), audit: { about, ...row } })

/** Defines an action that people take for themselves, or what the product records for its own use. */
export const unauditedEvent = <const Fields extends z.ZodRawShape>(fields: Fields) => ({
  version: 1,
  data: z.object(fields),
  audit: false as const,
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

/** The part of a family without these types. */
export function omitEvents<Family extends EventFamily, Type extends keyof Family & string>(
  family: Family,
  ...types: readonly Type[]
): Omit<Family, Type> {
  const omitted = new Set<string>(types)
  // Every other type of the family is left.
  return Object.fromEntries(Object.entries(family).filter(([type]) => !omitted.has(type))) as Omit<
    Family,
    Type
  >
}
