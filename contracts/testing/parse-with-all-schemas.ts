import { z } from 'zod'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'

/** Fills every field with the same text, as deep as the schema goes. */
function fillFields(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, one]) => [name, fillFields(one, text)]),
    )
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return fillFields(schema.unwrap(), text)
  if (schema instanceof z.ZodArray) return [fillFields(schema.element, text)]
  return text
}

const unionMembers = (schema: z.core.$ZodType): readonly z.core.$ZodType[] =>
  schema instanceof z.ZodUnion ? schema.options.flatMap(unionMembers) : [schema]

const schemas = allEndpoints
  .flatMap(({ params, query, body }) => [params, query, body])
  .filter((schema) => schema !== undefined)

/** Has a text judged in every field of every call. Answers how many schemas did. */
export function parseWithAllSchemas(text: string): number {
  for (const schema of schemas)
    for (const member of unionMembers(schema)) schema.safeParse(fillFields(member, text))
  return schemas.length
}
