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
const cloakroom = signedTokens(options, purpose)

test('a slip says what was written on it', () => {
  expect(cloakroom.verify(cloakroom.issue({ place: 'hook 7' }))).toEqual({ place: 'hook 7' })
})

test('a slip is good for its time and no longer', () => {
  const slip = cloakroom.issue({ place: 'hook 7' })
  const issuedAt = time.now
  time.now = issuedAt + 59_000
  expect(cloakroom.verify(slip)).toBeDefined()
  time.now = issuedAt + 60_000
  expect(cloakroom.verify(slip)).toBeUndefined()
})

test('a slip is worth nothing for another purpose, elsewhere, or as a session', () => {
  const slip = cloakroom.issue({ place: 'hook 7' })
  expect(signedTokens(options, { ...purpose, type: 'lottery' }).verify(slip)).toBeUndefined()
  expect(signedTokens({ ...options, issuer: 'https://other.example' }, purpose).verify(slip)).toBeUndefined()
  expect(signedTokens({ ...options, secret: 'y'.repeat(32) }, purpose).verify(slip)).toBeUndefined()
  expect(sessionTokens(options).verify(slip)).toBeUndefined()
})

test('a session token is no slip', () => {
  const session = sessionTokens(options).issue({ id: 'ada', version: 0 })
  expect(signedTokens(options, { ...purpose, content: z.object({}) }).verify(session)).toBeUndefined()
})

test.each([
  ['nothing', ''],
  ['no token', 'hook 7'],
  ['too much', 'x'.repeat(2_001)],
  ['an unsigned one', jwt.sign({ place: 'hook 7', typ: 'cloakroom' }, '', { algorithm: 'none' })],
])('%s is no slip', (_name, text) => {
  expect(cloakroom.verify(text)).toBeUndefined()
})

test('a slip that says something else than it should is none', () => {
  const other = signedTokens(options, { ...purpose, content: z.object({ place: z.number() }) })
  expect(cloakroom.verify(other.issue({ place: 7 }))).toBeUndefined()
})
