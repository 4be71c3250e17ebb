import { expect, test } from 'vitest'
import { z } from 'zod'
import type { EndpointDefinition } from '../endpoints/endpoint-definition.ts'
import { endpoints } from '../endpoints/endpoints.ts'
import { serverMessages } from '../live/messages.ts'

type FoundObject = { path: string; fields: readonly string[] }

/** Returns all objects in what the server sends, with their paths. */
function objectsOf(schema: z.ZodType, path: string): FoundObject[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return objectsOf(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodArray) return objectsOf(schema.element as z.ZodType, path)
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion)
    return (schema.options as z.ZodType[]).flatMap((option) => objectsOf(option, path))
  if (!(schema instanceof z.ZodObject)) return []
  const shape = schema.shape as Record<string, z.ZodType>
  const inside = Object.entries(shape).flatMap(([key, field]) => objectsOf(field, `${path}.${key}`))
  return [{ path, fields: Object.keys(shape) }, ...inside]
}

const sent: readonly (readonly [string, z.ZodType])[] = [
  ...Object.entries<Record<string, EndpointDefinition>>(endpoints).flatMap(([group, definitions]) =>
    Object.entries(definitions).flatMap(([name, { response }]) =>
      response === undefined ? [] : [[`${group}.${name}`, response] as const],
    ),
  ),
  ...Object.entries(serverMessages),
]

/** The fields that name a person. */
const nameFields = /^(?:name|fullName|byName|raterName|submittedBy|invitedBy|acceptedBy|changedBy)$/
/** Things with a name: backups and their files, passkeys, read models. */
const things =
  /^history\.(?:list|one|previewImport)$|\.(?:backup|file|screenshot|passkeys|readModels|projections|current)$/

test('every name of a person in a response or a live message can say that it stands for nobody', () => {
  const ofPeople = sent
    .flatMap(([name, schema]) => objectsOf(schema, name))
    .filter(({ path, fields }) => fields.some((field) => nameFields.test(field)) && !things.test(path))
  expect(ofPeople.length).toBeGreaterThan(50)
  // An object with an email address is an account.
  const others = ofPeople.filter(({ fields }) => !fields.includes('nameCodes') && !fields.includes('email'))
  expect(others).toEqual([])
})
