import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { signedTokens, type SignedTokenOptions } from './signed-tokens.ts'
import { sessionTokens } from './session-tokens.ts'

const time = { now: Date.parse('2026-03-02T08:00:00Z') }
const options: SignedTokenOptions = {
  secret: 'x'.repeat(32),
  issuer: 'https://thirty.example',
  clock: () => time.now,
}
const content = z.object({ place: z.string() })
const purpose = { type: 'cloakroom', lifetime: 60, content }
const cloakroomTokens = signedTokens(options, purpose)

test('returns the content of a token', () => {
  expect(cloakroomTokens.verify(cloakroomTokens.issue({ place: 'hook 7' }))).toEqual({ place: 'hook 7' })
})

test('refuses an expired token', () => {
  const token = cloakroomTokens.issue({ place: 'hook 7' })
  const issuedAt = time.now
  time.now = issuedAt + 59_000
  expect(cloakroomTokens.verify(token)).toBeDefined()
  time.now = issuedAt + 60_000
  expect(cloakroomTokens.verify(token)).toBeUndefined()
})

test('refuses a token for another purpose, of another installation, and as a session token', () => {
  const token = cloakroomTokens.issue({ place: 'hook 7' })
  expect(signedTokens(options, { ...purpose, type: 'lottery' }).verify(token)).toBeUndefined()
  expect(signedTokens({ ...options, issuer: 'https://other.example' }, purpose).verify(token)).toBeUndefined()
  expect(signedTokens({ ...options, secret: 'y'.repeat(32) }, purpose).verify(token)).toBeUndefined()
  expect(sessionTokens(options).verify(token)).toBeUndefined()
})

test('refuses a session token', () => {
  const session = sessionTokens(options).issue({ id: 'ada', version: 0 })
  expect(signedTokens(options, { ...purpose, content: z.object({}) }).verify(session)).toBeUndefined()
})

test.each([
  ['nothing', ''],
  ['no token', 'hook 7'],
  ['too much', 'x'.repeat(2_001)],
  ['an unsigned one', jwt.sign({ place: 'hook 7', typ: 'cloakroom' }, '', { algorithm: 'none' })],
])('refuses %s', (_name, text) => {
  expect(cloakroomTokens.verify(text)).toBeUndefined()
})

test('refuses a token with content of another form', () => {
  const other = signedTokens(options, { ...purpose, content: z.object({ place: z.number() }) })
  expect(cloakroomTokens.verify(other.issue({ place: 7 }))).toBeUndefined()
})
