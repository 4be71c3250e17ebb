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

test('a session is open until it expires, is ended, or the session version is raised', () => {
  const session = { id: 'one', version: 2, expiresAt: Date.parse(at(10)) }
  const account = { sessionVersion: 2, endedTokens: [{ id: 'two', until: Date.parse(at(12)) }] }
  const now = Date.parse(at(9))
  expect(isSessionOpen(session, account, now)).toBe(true)
  for (const isOpen of [
    isSessionOpen(session, account, session.expiresAt),
    isSessionOpen({ ...session, id: 'two' }, account, now),
    ...[1, 3].map((sessionVersion) => isSessionOpen(session, { ...account, sessionVersion }, now)),
  ])
    expect(isOpen).toBe(false)
})
