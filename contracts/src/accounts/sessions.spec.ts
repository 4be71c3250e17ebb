import { expect, test } from 'vitest'
import { addRevokedToken, isSessionOpen } from './sessions.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour)).toISOString()
const revoked = (token: string, hour: number) => ({ token, expiresAt: at(hour) })

test('a revoked token is kept until it expires', () => {
  const one = addRevokedToken([], revoked('one', 10), at(8))
  const two = addRevokedToken(one, revoked('two', 12), at(9))
  expect(two.map(({ id }) => id)).toEqual(['one', 'two'])
  expect(addRevokedToken(two, revoked('three', 13), at(11)).map(({ id }) => id)).toEqual(['two', 'three'])
})

test('a session is open until the moment at which it expires', () => {
  const session = { id: 'one', version: 2, expiresAt: Date.parse(at(10)) }
  const isOpenAt = (now: number) => isSessionOpen(session, { sessionVersion: 2, endedTokens: [] }, now)
  expect([isOpenAt(session.expiresAt - 1), isOpenAt(session.expiresAt)]).toEqual([true, false])
})
