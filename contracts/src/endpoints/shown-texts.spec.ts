import { expect, test } from 'vitest'
import { z } from 'zod'
import { namedEndpoints } from './endpoints.ts'

/** Texts of characters that are drawn as nothing, one of each kind. */
const invisibleTexts = {
  'zero-width spaces': '\u200b\u200b\u200b',
  'blank Braille patterns': '\u2800\u2800\u2800',
  'Hangul fillers': '\u3164\u115f\u1160\uffa0',
  'soft hyphens': '\u00ad\u00ad\u00ad',
  tags: '\u{e0041}\u{e0042}\u{e007f}',
  'variation selectors': '\ufe0f\ufe0e\u{e0100}',
  'bidirectional marks': '\u200e\u200f\u202e\u2066\u2069',
  'joiners between spaces': '\u200d \u200c \u2060 \u00a0 \u3000',
  'marks without a letter': '\u0301\u0301\u034f',
  'blank symbols': '\ufffc\u{1d159}',
}

/** Texts that nobody is shown: secrets, ids, and drafts, which keep what their writer types. */
const notShown = [
  /[Pp]assword$/,
  / (?:adminKey|emailOrUsername|token|ceremony|setup|confirmation)$/,
  / (?:projectIds?|participant|admin|tab)$/,
  / (?:passkey\.|response\.)/,
  /^drafts\.\w+ content\./,
  // Checked by the server, whose configuration says what it allows.
  /^webhooks\.\w+ address$/,
]

/** Fields with their paths, of the bodies of all endpoints; a part of a list has the path of the list. */
const fields = namedEndpoints.flatMap(([name, { body }]) => (body ? fieldsOf(body, name) : []))

function fieldsOf(schema: z.ZodType, path: string): { path: string; schema: z.ZodType }[] {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodString) return [{ path, schema }]
  if (inner instanceof z.ZodArray) return fieldsOf(inner.element as z.ZodType, path)
  if (inner instanceof z.ZodUnion || inner instanceof z.ZodDiscriminatedUnion)
    return (inner.options as z.ZodType[]).flatMap((option) => fieldsOf(option, path))
  if (!(inner instanceof z.ZodObject)) return []
  const separator = path.includes(' ') ? '.' : ' '
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
    fieldsOf(field, `${path}${separator}${key}`),
  )
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrap(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodPipe ? unwrap(schema.in as z.ZodType) : schema
}

const isShown = (path: string): boolean => !notShown.some((pattern) => pattern.test(path))

test('the texts of projects, people, backups, ratings and the team are among the shown ones', () => {
  const shown = fields.map(({ path }) => path).filter(isShown)
  expect(shown).toEqual(
    expect.arrayContaining([
      'projects.submit projectName',
      'projects.submit languages',
      'projects.submit frameworks',
      'projects.change reason',
      'ratings.submit feedback',
      'profile.change bio',
      'history.create name',
      'invitations.create note',
      'twoFactor.renamePasskey name',
    ]),
  )
})

/** Returns the paths of the fields that accept a text. */
const accepting = (text: string) =>
  fields.filter(({ schema }) => schema.safeParse(text).success).map(({ path }) => path)

test.for(Object.entries(invisibleTexts))('no field that is shown accepts %s only', ([, text]) => {
  expect(accepting(text).filter(isShown)).toEqual([])
})

test.for(Object.entries(invisibleTexts))('a visible character beside %s is enough', ([, text]) => {
  const wanted = ['projects.submit projectName', 'profile.change bio', 'history.create name']
  expect(accepting(`${text}é`)).toEqual(expect.arrayContaining(wanted))
})
