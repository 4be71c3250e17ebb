import type { IncomingHttpHeaders } from 'node:http'
import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { isFromThisMachine, operatorTokens } from './operator-tokens.ts'
import { sessionTokens } from './session-tokens.ts'
import { signedTokens } from './signed-tokens.ts'
import { z } from 'zod'

const secret = 'a secret of at least thirty-two bytes'
const issuer = 'https://thirty.test'

function setUp() {
  const time = fakeScheduler()
  const installation = { secret, issuer, clock: time.now }
  return { time, installation, tokens: operatorTokens(installation) }
}

const startedAt = fakeScheduler().now() / 1000
const good = {
  jti: 'j',
  typ: 'operator',
  iat: startedAt,
  exp: startedAt + 60,
  iss: issuer,
  aud: 'thirty-operator',
}
const sign = (content: object, key = secret) => jwt.sign(content, key, { algorithm: 'HS256' })

test('issues a token that is valid for a minute', async () => {
  const { tokens, time } = setUp()
  const token = tokens.issue()
  const issuedAt = time.now()
  expect(tokens.verify(token)).toMatchObject({ issuedAt, expiresAt: issuedAt + 60_000 })
  await time.advance(59_000)
  expect(tokens.verify(token)).toBeDefined()
  await time.advance(1_000)
  expect(tokens.verify(token)).toBeUndefined()
})

test('accepts the valid token that each token below changes in one way', () => {
  expect(setUp().tokens.verify(sign(good))).toMatchObject({ id: 'j' })
})

const { exp: _exp, ...withoutEnd } = good
test.each([
  ['words', 'not a token'],
  ['a signature by another key', sign(good, 'another secret of at least 32 bytes')],
  ['a longer hash', jwt.sign(good, secret, { algorithm: 'HS512' })],
  ['the audience of sessions', sign({ ...good, aud: 'thirty' })],
  ['another issuer', sign({ ...good, iss: 'https://other.test' })],
  ['another purpose', sign({ ...good, typ: 'session' })],
  ['no end', sign(withoutEnd)],
  [
    'an end in an hour, an hour after it was issued',
    sign({ ...good, iat: startedAt - 3_600, exp: startedAt + 3_600 }),
  ],
  ['a birth in the future', sign({ ...good, iat: startedAt + 30, exp: startedAt + 90 })],
  ['enormous length', sign({ ...good, more: 'x'.repeat(2_000) })],
])('refuses a token with %s', (_name, token) => {
  expect(setUp().tokens.verify(token)).toBeUndefined()
})

test('is neither a session token nor a signed token, and neither of them is one', () => {
  const { tokens, installation } = setUp()
  const sessions = sessionTokens(installation)
  const links = signedTokens(installation, { type: 'operator', lifetime: 60, content: z.object({}) })
  expect(sessions.verify(tokens.issue())).toBeUndefined()
  expect(links.verify(tokens.issue())).toBeUndefined()
  expect(tokens.verify(sessions.issue({ id: 'operator', version: 0 }))).toBeUndefined()
  expect(tokens.verify(links.issue({}))).toBeUndefined()
})

const request = (
  remoteAddress: string | undefined,
  localAddress: string,
  headers: IncomingHttpHeaders = {},
) =>
  // Only these parts of a request are read.
  ({ socket: { remoteAddress, localAddress }, headers }) as unknown as Parameters<typeof isFromThisMachine>[0]

test.each([
  [request('127.0.0.1', '127.0.0.1'), true],
  [request('::1', '::1'), true],
  [request('::ffff:127.0.0.1', '::ffff:127.0.0.1'), true],
  [request('192.0.2.7', '192.0.2.7'), true],
  [request('192.0.2.8', '192.0.2.7'), false],
  [request('10.0.0.1', '10.0.0.2'), false],
  [request(undefined, '127.0.0.1'), false],
  [request('127.0.0.1', '127.0.0.1', { 'x-forwarded-for': '198.51.100.2' }), false],
  [request('127.0.0.1', '127.0.0.1', { forwarded: 'for=198.51.100.2' }), false],
  [request('127.0.0.1', '127.0.0.1', { via: '1.1 proxy' }), false],
])('%j is from this machine: %s', (given, isLocal) => {
  expect(isFromThisMachine(given)).toBe(isLocal)
})
