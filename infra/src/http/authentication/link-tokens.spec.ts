import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { linkTokens } from './link-tokens.ts'
import type { SignedTokenOptions } from './signed-tokens.ts'

const time = { now: Date.parse('2026-03-02T08:00:00Z') }
const options: SignedTokenOptions = {
  secret: 'x'.repeat(32),
  issuer: 'https://thirty.example',
  clock: () => time.now,
}
const purpose = { type: 'cloakroom', lifetime: 60, extraBytes: 9 }
const tokens = linkTokens(options, purpose)
const user = '01a221ff-4ec9-7a54-8216-f8ea210d35ad'
const hook = Buffer.from('hook seven'.slice(0, 9))

test('returns the user and the extra bytes of a token, which has 60 characters that need no escape', () => {
  const token = tokens.issue(user, hook)
  expect(token).toMatch(/^[\w-]{60}$/)
  expect(tokens.verify(token)).toEqual({ user, extra: hook })
  expect(linkTokens(options, { ...purpose, extraBytes: 0 }).issue(user)).toHaveLength(48)
})

test('refuses an expired token', () => {
  const token = tokens.issue(user, hook)
  const issuedAt = time.now
  time.now = issuedAt + 59_000
  expect(tokens.verify(token)).toBeDefined()
  time.now = issuedAt + 60_000
  expect(tokens.verify(token)).toBeUndefined()
  time.now = issuedAt
})

test('refuses a token for another purpose, of another installation, or with another secret', () => {
  const token = tokens.issue(user, hook)
  expect(linkTokens(options, { ...purpose, type: 'lottery' }).verify(token)).toBeUndefined()
  expect(linkTokens({ ...options, issuer: 'https://other.example' }, purpose).verify(token)).toBeUndefined()
  expect(linkTokens({ ...options, secret: 'y'.repeat(32) }, purpose).verify(token)).toBeUndefined()
  expect(linkTokens(options, { ...purpose, extraBytes: 8 }).verify(token)).toBeUndefined()
})

test('refuses a token in which any bit was changed', () => {
  const bytes = Buffer.from(tokens.issue(user, hook), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(tokens.verify(changed.toString('base64url'))).toBeUndefined()
  }
})

test.each(['', 'hook seven', 'x'.repeat(60), 'x'.repeat(100_000), 'eyJ.eyJ.x'])('refuses %s', (text) => {
  expect(tokens.verify(text.slice(0, 2_000))).toBeUndefined()
})

test('refuses another spelling of the same bytes', () => {
  const token = tokens.issue(user, hook)
  for (const spelling of [`${token}=`, ` ${token}`, `${token}\n`, `${token.slice(0, 5)}.${token.slice(5)}`])
    expect(tokens.verify(spelling)).toBeUndefined()
})

test('refuses to issue a token whose user is not a UUID, or with other extra bytes', () => {
  expect(() => tokens.issue('ada', hook)).toThrow(TypeError)
  expect(() => tokens.issue(user)).toThrow(TypeError)
})
