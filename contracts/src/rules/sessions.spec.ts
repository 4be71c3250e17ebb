import { expect, test } from 'vitest'
import { addRevokedToken, type RevokedToken } from './sessions.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour)).toISOString()
const ended = (token: string, hour: number) => ({ token, expiresAt: at(hour) })

test('a token that was given back is remembered until it would have run out', () => {
  const one = addRevokedToken([], ended('one', 10), at(8))
  const two = addRevokedToken(one, ended('two', 12), at(9))
  expect(two.map(({ id }) => id)).toEqual(['one', 'two'])
  expect(addRevokedToken(two, ended('three', 13), at(11)).map(({ id }) => id)).toEqual(['two', 'three'])
})

test('whoever gives back one a day for a year is remembered for the last week only', () => {
  let remembered: readonly RevokedToken[] = []
  for (let day = 0; day < 365; day += 1)
    remembered = addRevokedToken(remembered, ended(`day ${day}`, (day + 7) * 24), at(day * 24))
  expect(remembered.map(({ id }) => id)).toEqual(
    [358, 359, 360, 361, 362, 363, 364].map((day) => `day ${day}`),
  )
})
