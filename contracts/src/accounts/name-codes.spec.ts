import { expect, test } from 'vitest'
import { z } from 'zod'
import { namedEndpoints } from '../endpoints/endpoints.ts'
import { serverMessages } from '../live/messages.ts'

type FoundObject = { path: string; shape: Readonly<Record<string, z.ZodType>> }

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
  return [{ path, shape }, ...inside]
}

const sent: readonly (readonly [string, z.ZodType])[] = [
  ...namedEndpoints.flatMap(([name, { response }]) => (response ? [[name, response] as const] : [])),
  ...Object.entries(serverMessages),
]

/** The fields that name a person. */
const nameFields = /^(?:name|fullName|byName|raterName|submittedBy|invitedBy|acceptedBy|changedBy)$/
/** Fields that name a person if they are texts, and are an object with the name otherwise. */
const names = /^(?:by|author|owner)$/
/** Things with a name: backups and their files, passkeys, read models. */
const things =
  /^history\.(?:list|one|previewImport)$|\.(?:backup|file|screenshot|passkeys|readModels|projections|current)$/

const isText = (field: z.ZodType): boolean =>
  field instanceof z.ZodOptional || field instanceof z.ZodNullable
    ? isText(field.unwrap() as z.ZodType)
    : field instanceof z.ZodString
const isName = ([name, field]: [string, z.ZodType]): boolean =>
  nameFields.test(name) || (names.test(name) && isText(field))

test('every name of a person in a response or a live message can say that it stands for nobody', () => {
  const ofPeople = sent
    .flatMap(([name, schema]) => objectsOf(schema, name))
    .filter(({ path, shape }) => Object.entries(shape).some(isName) && !things.test(path))
  expect(ofPeople.length).toBeGreaterThan(50)
  // An object with an email address is an account.
  const others = ofPeople.filter(({ shape }) => !('nameCodes' in shape) && !('email' in shape))
  expect(others.map(({ path }) => path)).toEqual([])
})
