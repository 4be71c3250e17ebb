import { expect, test } from 'vitest'
import { auditTexts } from './audit-texts.ts'
import { messageOf, onWire, rule, say } from './text.ts'
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

test('a number can have decimals, and a time is said as files have it', () => {
  const average = { number: 3, digits: 1 }
  const rated = say('projectRated', { actor: 'Ines', project: 'Kanban', day: 4, owner: 'Maya', average })
  expect(rated.message).toBe('Ines rated Kanban (Day 4, Maya) 3.0 of 5')
  const time = { time: '2026-03-01T08:05:00.000Z' }
  expect(say('endSet', { actor: 'Ines', time }).message).toBe(
    'Ines set the end of the challenge to 2026-03-01 08:05 UTC',
  )
})

test('a code is in one catalogue', () => {
  expect(Object.keys(auditTexts).filter((code) => code in texts)).toEqual([])
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
