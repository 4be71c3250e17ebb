import { expect, test } from 'vitest'
import { z } from 'zod'
import { validationMessage } from './parse-request.ts'

const schema = z.strictObject({
  name: z.string('Name is required'),
  city: z.string().max(3),
  initial: z.string().max(1),
  day: z.int().min(1).max(30),
  days: z.array(z.number()).max(1),
  order: z.enum(['asc', 'desc']),
  email: z.email(),
})
const good = {
  name: 'Kite',
  city: 'Rom',
  initial: 'A',
  day: 4,
  days: [1],
  order: 'asc',
  email: 'ada@thirty.example',
}

test.each([
  [{ name: undefined }, 'Name is required'],
  [{ city: 'Rome' }, 'This must be at most 3 characters long.'],
  [{ initial: 'Ad' }, 'This must be at most 1 character long.'],
  [{ day: undefined }, 'This is missing.'],
  [{ day: '4' }, 'This must be a number.'],
  [{ day: 4.5 }, 'This must be a whole number.'],
  [{ day: 0 }, 'This must be at least 1.'],
  [{ days: [1, 2] }, 'This can have at most 1 entry.'],
  [{ order: 'up' }, 'This must be one of: asc, desc.'],
  [{ email: 'ada' }, 'This has the wrong format.'],
  [{ more: 1 }, 'This field is not known.'],
])('%j gets the message %j', (change, message) => {
  const { error } = schema.safeParse({ ...good, ...change }, { error: validationMessage })
  expect(error?.issues.map(({ message }) => message)).toEqual([message])
})
