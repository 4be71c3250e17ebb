import { expect, test } from 'vitest'
import { auditSentences } from '../audit/audit-actions.ts'
import { auditTexts } from './audit-texts.ts'
import { messageOf, onWire, rule, say, textOf } from './text.ts'
import { texts } from './texts.ts'

test('a text is a code with values, and an English sentence with separators in its numbers', () => {
  expect(say('atMostCharacters', { count: 2_048 })).toEqual({
    code: 'atMostCharacters',
    values: { count: 2_048 },
    message: 'At most 2,048 characters',
  })
})

test('a value can be a text', () => {
  const reason = say('tooOften')
  const limit = say('limitReached', { reason, wait: say('waitMinutes', { count: 4 }) })
  expect(limit.message).toBe("You're doing this too often. Try again in 4 minutes.")
  expect(onWire(limit)).toMatchObject({ text: { code: 'limitReached', values: { reason } } })
})

test('a number can have decimals, and a time has the form of files', () => {
  const said = textOf(
    'rated',
    { average: { number: 3, digits: 1 }, time: { time: '2026-03-01T08:05:00.000Z' } },
    'Rated {average} of 5 at {time}',
  )
  expect(said.message).toBe('Rated 3.0 of 5 at 2026-03-01 08:05 UTC')
})

test('a code is in one catalogue', () => {
  const codes = [...Object.keys(texts), ...Object.keys(auditTexts), ...Object.keys(auditSentences)]
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})

test('a response says a text as its sentence and as its code, and another message as it is', () => {
  expect(onWire(say('emailRequired'))).toEqual({
    message: 'Email is required',
    text: { code: 'emailRequired' },
  })
  expect(onWire('The request is malformed.')).toEqual({ message: 'The request is malformed.' })
})

test('the message of a schema is known as a text', () => {
  const message = rule('atMostCharacters', { count: 70 })
  expect(message).toBe('At most 70 characters')
  expect(onWire(message)).toEqual({ message, text: { code: 'atMostCharacters', values: { count: 70 } } })
  expect(messageOf(message)).toBe(message)
})
