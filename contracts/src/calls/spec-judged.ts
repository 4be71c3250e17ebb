import { z } from 'zod'
import { allCalls } from './calls.ts'

/** Fills every field with the same text, as deep as the schema goes. */
function filled(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, one]) => [name, filled(one, text)]))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return filled(schema.unwrap(), text)
  if (schema instanceof z.ZodArray) return [filled(schema.element, text)]
  return text
}

const membersOf = (schema: z.core.$ZodType): readonly z.core.$ZodType[] =>
  schema instanceof z.ZodUnion ? schema.options.flatMap(membersOf) : [schema]

const schemas = allCalls
  .flatMap(({ params, query, body }) => [params, query, body])
  .filter((schema) => schema !== undefined)

/** Has a text judged in every field of every call. Answers how many schemas did. */
export function judgedByAll(text: string): number {
  for (const schema of schemas) for (const member of membersOf(schema)) schema.safeParse(filled(member, text))
  return schemas.length
}
