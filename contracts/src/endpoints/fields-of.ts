import type { z } from 'zod'

/** Returns the fields of a value that a schema names, so that a new field of it appears in no response by itself. */
export function fieldsOf<Schema extends z.ZodObject>(
  schema: Schema,
  value: z.output<Schema>,
): z.output<Schema> {
  const named = Object.entries(value).filter(([name]) => Object.hasOwn(schema.shape, name))
  // Safe: the value has all fields of the schema.
  return Object.fromEntries(named) as z.output<Schema>
}
