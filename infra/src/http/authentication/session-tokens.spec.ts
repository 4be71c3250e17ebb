import { createHmac, generateKeyPairSync } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { sessionTokens } from './session-tokens.ts'

const secret = 'a secret of at least thirty-two bytes'
const issuer = 'https://thirty.test'
const week = 7 * 24 * 60 * 60

function setUp(lifetimeSeconds = week, cacheSize = 100) {
  const time = fakeScheduler()
  return {
    time,
    tokens: sessionTokens({
      secret,
      issuer,
      clock: time.now,
      lifetimeSeconds,
      cacheSize,
    }),
  }
}

const startedAt = Date.parse('2026-03-01T12:00:00.000Z') / 1000
const good = {
  sub: 'ada',
  jti: 'j',
  typ: 'session',
  ver: 1,
  iat: startedAt,
  exp: startedAt + 60,
  iss: issuer,
  aud: 'thirty',
}
const sign = (content: object, header: object = {}, key: string = secret) =>
  jwt.sign(content, key, { algorithm: 'HS256', header: { alg: 'HS256', ...header } })
const bare = (header: object, content: object, signature = '') => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part(header)}.${part(content)}.${signature}`
}

test('issues a token for a user and a session version that lasts seven days', () => {
  const time = fakeScheduler()
  const tokens = sessionTokens({ secret, issuer, clock: time.now })
  const token = tokens.issue({ id: 'ada', version: 3 })
  expect(tokens.verify(token)).toMatchObject({
    userId: 'ada',
    version: 3,
    issuedAt: time.now(),
    expiresAt: time.now() + week * 1000,
  })
})

test('a token that continues a session ends seven days after the login', async () => {
  const time = fakeScheduler()
  const tokens = sessionTokens({ secret, issuer, clock: time.now })
  const issuedAt = time.now()
  await time.advance(60_000)
  const token = tokens.issue({ id: 'ada', version: 3, issuedAt })
  expect(tokens.verify(token)).toMatchObject({ issuedAt, expiresAt: issuedAt + week * 1000 })
})

test('gives each token of a user its own id', () => {
  const { tokens } = setUp()
  const ids = [1, 2].map(() => tokens.verify(tokens.issue({ id: 'ada', version: 1 }))?.id)
  expect(new Set(ids).size).toBe(2)
})

test('accepts a token until its last second, even when it is cached', async () => {
  const { tokens, time } = setUp(60)
  const token = tokens.issue({ id: 'ada', version: 1 })
  await time.advance(59_000)
  expect(tokens.verify(token)).toBeDefined()
  await time.advance(1_000)
  expect(tokens.verify(token)).toBeUndefined()
  expect(tokens.verify(token)).toBeUndefined()
})

test('accepts valid tokens even when the cache is full', () => {
  const { tokens } = setUp(week, 2)
  const all = ['a', 'b', 'c', 'd'].map((id) => tokens.issue({ id, version: 1 }))
  for (const round of [1, 2])
    expect([round, all.map((token) => tokens.verify(token)?.userId)]).toEqual([round, ['a', 'b', 'c', 'd']])
})

test('accepts the valid token that each token below changes in one way', () => {
  expect(setUp().tokens.verify(sign(good))).toMatchObject({ id: 'j', userId: 'ada', version: 1 })
})

const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const hmac = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64url')
const signedWithPublicKey = bare({ alg: 'HS256', typ: 'JWT' }, good).slice(0, -1)
const { exp: _exp, ...withoutEnd } = good
const { jti: _jti, ...withoutId } = good

test.each([
  ['nothing', ''],
  ['words', 'not a token'],
  ['alg none', bare({ alg: 'none' }, good)],
  ['alg None', bare({ alg: 'None' }, good)],
  ['an empty signature', bare({ alg: 'HS256' }, good)],
  ['a signature by another key', sign(good, {}, 'another secret of at least 32 bytes')],
  ['a signature by a public key', `${signedWithPublicKey}.${hmac(signedWithPublicKey, publicKey)}`],
  ['a longer hash', jwt.sign(good, secret, { algorithm: 'HS512' })],
  ['a key of its own in kid', sign(good, { kid: '../../dev/null' })],
  ['a key of its own in jwk', sign(good, { jwk: { kty: 'oct', k: 'AAAA' } })],
  ['a key of its own in jku', sign(good, { jku: 'https://evil.test/keys' })],
  ['no end', sign(withoutEnd)],
  ['an end in the past', sign({ ...good, exp: startedAt - 1 })],
  ['a beginning in the future', sign({ ...good, nbf: startedAt + 120 })],
  ['a birth in the future', sign({ ...good, iat: startedAt + 24 * 60 * 60, exp: startedAt + week })],
  ['another purpose', sign({ ...good, typ: 'sign-in' })],
  ['another issuer', sign({ ...good, iss: 'https://other.test' })],
  ['another audience', sign({ ...good, aud: 'other' })],
  ['no id', sign(withoutId)],
  ['a version that is no number', sign({ ...good, ver: '1' })],
  ['a user that is no text', bare({ alg: 'HS256' }, { ...good, sub: {} })],
  ['a content that is no object', jwt.sign('text', secret)],
  ['enormous length', sign({ ...good, sub: 'a'.repeat(90), more: 'x'.repeat(5_000) })],
])('refuses a token with %s', (_name, token) => {
  expect(setUp().tokens.verify(token)).toBeUndefined()
})
