import { expect, test } from 'vitest'
import { participantColumns } from '../accounts/participant-import-api.ts'
import { texts } from './texts.ts'
import { namesItsField } from './names-field.ts'

const fields = [...participantColumns, 'projectName', 'liveLink', 'description', 'name']
const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Two fields together, and the full name, which these texts only call a name. */
const exceptions = ['nameTaken', 'emailOrUsernameRequired', 'nameTooShort', 'nameTooLong']

test('a text names its field if it begins with the name of one', () => {
  const begins = ([, sentence]: [code: string, sentence: string]) =>
    !sentence.startsWith('{') && fields.some((field) => letters(sentence).startsWith(letters(field)))
  const beginning = Object.entries(texts).filter(begins)
  const naming = Object.keys(texts).filter((code) => namesItsField({ code }))
  expect(naming.length).toBeGreaterThan(0)
  expect(beginning.map(([code]) => code).filter((code) => !exceptions.includes(code))).toEqual(naming)
  expect(
    ['invalidCharacters', 'emailInvalid', 'atMostCharacters'].map((code) => namesItsField({ code })),
  ).toEqual([false, false, false])
  expect(namesItsField(undefined)).toBe(false)
})
