import { expect, test } from 'vitest'
import { messageOf, onWire, rule, say } from './text.ts'

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
