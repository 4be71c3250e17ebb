import { createSecretKey, randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'

/** What a session token says once it is verified. `issuedAt` and `expiresAt` in milliseconds since 1970. */
export type SessionToken = {
  id: string
  userId: string
  version: number
  issuedAt: number
  expiresAt: number
}

export type SessionTokens = {
  /** A new session token for a user, bound to the user's present session version. */
  issue(user: { id: string; version: number }): string
  /** What the token says; `undefined` for anything that is not a valid session token of ours, now. */
  verify(text: string): SessionToken | undefined
}

export type SessionTokenOptions = {
  /** At least 32 bytes. */
  secret: string
  /** Public address of this installation: a token of another one is refused. */
  issuer: string
  clock: Clock
  /** Seconds; seven days when missing. */
  lifetimeSeconds?: number
  /** Most verified tokens that are remembered. */
  cacheSize?: number
}

const sevenDays = 7 * 24 * 60 * 60
const audience = 'thirty'
const allowedSkew = 60
const longestToken = 2_000

const claims = z.object({
  sub: z.string().min(1).max(100),
  jti: z.string().min(1).max(100),
  typ: z.literal('session'),
  ver: z.int().nonnegative(),
  iat: z.int(),
  exp: z.int(),
})

/** Header fields by which a token could name its own key. */
const keyHeaders = ['kid', 'jwk', 'jku', 'x5u', 'x5c', 'crit']

/** Makes and reads session tokens. A verified token is remembered by its text until it expires. */
export function sessionTokens({
  secret,
  issuer,
  clock,
  lifetimeSeconds: lifetime = sevenDays,
  cacheSize: remembered = 10_000,
}: SessionTokenOptions): SessionTokens {
  const key = createSecretKey(Buffer.from(secret, 'utf8'))
  const verified = new Map<string, SessionToken>()

  const verify = (text: string, now: number): SessionToken | undefined => {
    try {
      const { header, payload } = jwt.verify(text, key, {
        algorithms: ['HS256'],
        issuer,
        audience,
        clockTimestamp: Math.floor(now / 1000),
        complete: true,
      })
      if (keyHeaders.some((name) => name in header)) return undefined
      const { sub, jti, ver, iat, exp } = claims.parse(payload)
      if (iat * 1000 > now + allowedSkew * 1000) return undefined
      return { id: jti, userId: sub, version: ver, issuedAt: iat * 1000, expiresAt: exp * 1000 }
    } catch {
      return undefined
    }
  }

  const remember = (text: string, token: SessionToken): SessionToken => {
    // A Map keeps its order, so the first key is the one that was used longest ago.
    verified.delete(text)
    const oldest = verified.size >= remembered ? verified.keys().next().value : undefined
    if (oldest !== undefined) verified.delete(oldest)
    verified.set(text, token)
    return token
  }

  return {
    issue: ({ id, version }) => {
      const issuedAt = Math.floor(clock() / 1000)
      const content = {
        sub: id,
        jti: randomUUID(),
        typ: 'session',
        ver: version,
        iat: issuedAt,
        exp: issuedAt + lifetime,
      }
      return jwt.sign(content, key, { algorithm: 'HS256', issuer, audience })
    },
    verify: (text) => {
      if (text.length > longestToken) return undefined
      const now = clock()
      const token = verified.get(text) ?? verify(text, now)
      if (!token) return undefined
      if (token.expiresAt > now) return remember(text, token)
      verified.delete(text)
      return undefined
    },
  }
}
