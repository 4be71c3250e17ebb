import { createHmac, generateKeyPairSync } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import jwt from 'jsonwebtoken'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { isFromThisMachine, operatorTokens, sessionTokens } from './caller-tokens.ts'
import { signedTokens } from './signed-tokens.ts'

const secret = 'a secret of at least thirty-two bytes'
const issuer = 'https://thirty.test'
const week = 7 * 24 * 60 * 60
const cloakroom = { type: 'cloakroom', lifetime: 60, content: z.object({ place: z.string() }) }

/** The tokens of an installation at noon, and the time there. */
function setUp(change: { secret?: string; issuer?: string } = {}) {
  const time = fakeScheduler()
  const installation = { secret, issuer, clock: time.now, ...change }
  const sessions = sessionTokens(installation)
  const operators = operatorTokens(installation)
  const signed = signedTokens(installation, cloakroom)
  return {
    time,
    installation,
    sessions,
    session: {
      issue: () => sessions.issue({ id: 'ada', version: 1 }),
      verify: sessions.verify,
      lifetime: week,
    },
    operator: { issue: operators.issue, verify: operators.verify, lifetime: 60 },
    signed: { issue: () => signed.issue({ place: 'hook 7' }), verify: signed.verify, lifetime: 60 },
  }
}

const now = fakeScheduler().now() / 1000
const times = { iat: now, exp: now + 60, iss: issuer }
const kinds = {
  session: { ...times, sub: 'ada', jti: 'j', typ: 'session', ver: 1, aud: 'thirty' },
  operator: { ...times, jti: 'j', typ: 'operator', aud: 'thirty-operator' },
  signed: { ...times, place: 'hook 7', typ: 'cloakroom', aud: 'thirty' },
}
type Kind = keyof typeof kinds
type Claims = Readonly<Record<string, unknown>>

const sign = (claims: object, header: object = {}, key: string = secret) =>
  jwt.sign(claims, key, { algorithm: 'HS256', header: { alg: 'HS256', ...header } })
const bare = (header: object, claims: object) =>
  `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
const without = (name: string, { [name]: _, ...others }: Claims) => others

const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
function signedWithPublicKey(claims: Claims): string {
  const text = bare({ alg: 'HS256', typ: 'JWT' }, claims).slice(0, -1)
  return `${text}.${createHmac('sha256', publicKey).update(text).digest('base64url')}`
}

const all: readonly Kind[] = ['session', 'operator', 'signed']
const forgeries: readonly [name: string, of: readonly Kind[], forge: (good: Claims) => string][] = [
  ['nothing', all, () => ''],
  ['words', all, () => 'not a token'],
  ['alg none', all, (good) => bare({ alg: 'none' }, good)],
  ['alg None', all, (good) => bare({ alg: 'None' }, good)],
  ['an empty signature', all, (good) => bare({ alg: 'HS256' }, good)],
  ['a signature by another key', all, (good) => sign(good, {}, 'another secret of at least 32 bytes')],
  ['a signature by a public key', all, signedWithPublicKey],
  ['a longer hash', all, (good) => jwt.sign(good, secret, { algorithm: 'HS512' })],
  ['its own key in kid', all, (good) => sign(good, { kid: '../../dev/null' })],
  ['its own key in jwk', all, (good) => sign(good, { jwk: { kty: 'oct', k: 'AAAA' } })],
  ['its own key in jku', all, (good) => sign(good, { jku: 'https://evil.test/keys' })],
  ['no end', ['session', 'operator'], (good) => sign(without('exp', good))],
  ['an end in the past', all, (good) => sign({ ...good, exp: now - 1 })],
  ['a longer life', ['operator', 'signed'], (good) => sign({ ...good, iat: now - 3_600, exp: now + 3_600 })],
  ['a beginning in the future', all, (good) => sign({ ...good, nbf: now + 120 })],
  ['a birth in the future', ['session'], (good) => sign({ ...good, iat: now + 86_400, exp: now + week })],
  ['a birth in half a minute', ['operator'], (good) => sign({ ...good, iat: now + 30, exp: now + 90 })],
  ['another purpose', all, (good) => sign({ ...good, typ: 'sign-in' })],
  ['another issuer', all, (good) => sign({ ...good, iss: 'https://other.test' })],
  ['another audience', all, (good) => sign({ ...good, aud: 'other' })],
  ['no id', ['session', 'operator'], (good) => sign(without('jti', good))],
  ['a version that is not a number', ['session'], (good) => sign({ ...good, ver: '1' })],
  ['a user that is not a string', ['session'], (good) => bare({ alg: 'HS256' }, { ...good, sub: {} })],
  ['content of another form', ['signed'], (good) => sign({ ...good, place: 7 })],
  ['a content that is not an object', all, () => jwt.sign('text', secret)],
  ['enormous length', all, (good) => sign({ ...good, more: 'x'.repeat(5_000) })],
]

describe.each(all)('a token of the kind %s', (kind) => {
  test('accepts the valid token that each token below changes in one way', () => {
    expect(setUp()[kind].verify(sign(kinds[kind]))).toBeDefined()
  })

  test.each(forgeries.filter(([, of]) => of.includes(kind)))(
    'refuses a token with %s',
    (_name, _of, forge) => {
      expect(setUp()[kind].verify(forge(kinds[kind]))).toBeUndefined()
    },
  )

  test('is accepted until its last second, even when it is cached', async () => {
    const { time, [kind]: tokens } = setUp()
    const token = tokens.issue()
    await time.advance((tokens.lifetime - 1) * 1_000)
    expect([tokens.verify(token), tokens.verify(token)]).not.toContain(undefined)
    await time.advance(1_000)
    expect([tokens.verify(token), tokens.verify(token)]).toEqual([undefined, undefined])
  })

  test('is refused as any other kind, for another purpose, by another installation, and with another secret', () => {
    const own = setUp()
    const token = own[kind].issue()
    expect(own[kind].verify(token)).toBeDefined()
    for (const other of all.filter((name) => name !== kind)) expect(own[other].verify(token)).toBeUndefined()
    const anyContent = { lifetime: 60, content: z.object({}) }
    for (const type of ['lottery', 'operator', 'sign-in'])
      expect(signedTokens(own.installation, { ...anyContent, type }).verify(token)).toBeUndefined()
    for (const change of [{ issuer: 'https://other.example' }, { secret: 'y'.repeat(32) }])
      expect(setUp(change)[kind].verify(token)).toBeUndefined()
  })
})

test('a session token has the user, the session version and its own id, and lasts seven days', () => {
  const { time, sessions } = setUp()
  const tokens = [1, 2].map(() => sessions.verify(sessions.issue({ id: 'ada', version: 3 })))
  const issuedAt = time.now()
  expect(tokens[0]).toMatchObject({ userId: 'ada', version: 3, issuedAt, expiresAt: issuedAt + week * 1000 })
  expect(tokens[0]?.id).not.toBe(tokens[1]?.id)
})

test('a session token of a clock that is a little ahead is accepted', () => {
  const { sessions } = setUp()
  const issuedIn = (seconds: number) => sign({ ...kinds.session, iat: now + seconds, exp: now + week })
  const skew = [60, 61].map((seconds) => sessions.verify(issuedIn(seconds)) !== undefined)
  expect(skew).toEqual([true, false])
})

test('a token that continues a session ends seven days after the login', async () => {
  const { time, sessions } = setUp()
  const issuedAt = time.now()
  await time.advance(60_000)
  const token = sessions.issue({ id: 'ada', version: 3, issuedAt })
  expect(sessions.verify(token)).toMatchObject({ issuedAt, expiresAt: issuedAt + week * 1000 })
})

test('the other kinds have their content', () => {
  const { time, operator, signed } = setUp()
  expect(signed.verify(signed.issue())).toEqual({ place: 'hook 7' })
  const issuedAt = time.now()
  expect(operator.verify(operator.issue())).toMatchObject({ issuedAt, expiresAt: issuedAt + 60_000 })
})

const forwarding: readonly IncomingHttpHeaders[] = [
  { 'x-forwarded-for': '198.51.100.2' },
  { forwarded: 'for=198.51.100.2' },
  { via: '1.1 proxy' },
]
test.each<[remote: string | undefined, local: string | undefined, IncomingHttpHeaders, isLocal: boolean]>([
  ['127.0.0.1', '127.0.0.1', {}, true],
  ['::1', '::1', {}, true],
  ['::ffff:127.0.0.1', '::ffff:127.0.0.1', {}, true],
  ['192.0.2.7', '192.0.2.7', {}, true],
  ['192.0.2.8', '192.0.2.7', {}, false],
  ['10.0.0.1', '10.0.0.2', {}, false],
  [undefined, '127.0.0.1', {}, false],
  [undefined, undefined, {}, false],
  ...forwarding.map((headers): [string, string, IncomingHttpHeaders, boolean] => [
    '::1',
    '::1',
    headers,
    false,
  ]),
])(
  'a request of %s at %s with %j is from this machine: %s',
  (remoteAddress, localAddress, headers, isLocal) => {
    // Safe: only these parts of a request are read.
    const request = { socket: { remoteAddress, localAddress }, headers } as unknown as IncomingMessage
    expect(isFromThisMachine(request)).toBe(isLocal)
  },
)
