import { z } from 'zod'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'

/** Returns a value of the shape of the schema with the same text in every field. */
function fillFields(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [name, fillFields(field, text)]),
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

/** Validates a text in every field of every endpoint. Returns the number of schemas. */
export function parseWithAllSchemas(text: string): number {
  for (const schema of schemas)
    for (const member of unionMembers(schema)) schema.safeParse(fillFields(member, text))
  return schemas.length
}
