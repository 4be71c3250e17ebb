import { expect, test } from 'vitest'
import { participantColumns } from '../accounts/participant-import.ts'
import { texts } from '../texts/texts.ts'
import { namesItsField } from './names-field.ts'

const fields = [...participantColumns, 'projectName', 'liveLink', 'description', 'name']
const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')

test('a text names its field if it begins with the name of one', () => {
  const naming = Object.entries(texts).filter(([code]) => namesItsField({ code }))
  expect(naming.length).toBeGreaterThan(0)
  for (const [, sentence] of naming)
    expect(fields.filter((field) => letters(sentence).startsWith(letters(field)))).toHaveLength(1)
  expect(
    ['invalidCharacters', 'emailInvalid', 'atMostCharacters'].map((code) => namesItsField({ code })),
  ).toEqual([false, false, false])
  expect(namesItsField(undefined)).toBe(false)
})
