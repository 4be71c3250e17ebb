// Issues and verifies session tokens. Verified tokens are cached until they expire.

import { createSecretKey, randomUUID } from 'node:crypto'
import { productId } from '@thirty/contracts/product.ts'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { entriesUpTo } from '../../entries-up-to.ts'
import type { Clock } from '../../clock.ts'

/** The content of a verified session token. `issuedAt` and `expiresAt` in milliseconds since 1970. */
export type SessionToken = {
  id: string
  userId: string
  version: number
  issuedAt: number
  expiresAt: number
}

export type SessionTokens = {
  /**
   * Issues a token for a user, bound to the current session version of the user. `issuedAt` (milliseconds since 1970): when the user
   * logged in, for a token that continues a session; now if missing.
   */
  issue(user: { id: string; version: number; issuedAt?: number }): string
  /** Returns the content of a token; `undefined` unless it is a valid session token of this installation now. */
  verify(text: string): SessionToken | undefined
}

export type SessionTokenOptions = {
  /** At least 32 bytes. */
  secret: string
  /** Public address of this installation: tokens of another one are refused. */
  issuer: string
  clock: Clock
  /** Seconds; seven days when missing. */
  lifetimeSeconds?: number
  /** How many verified tokens are cached; ten thousand by default. */
  cacheSize?: number
}

const sevenDays = 7 * 24 * 60 * 60
const audience = productId
const allowedSkewSeconds = 60
const maxTokenLength = 2_000

const claims = z.object({
  sub: z.string().min(1).max(100),
  jti: z.string().min(1).max(100),
  typ: z.literal('session'),
  ver: z.int().nonnegative(),
  iat: z.int(),
  exp: z.int(),
})

/** Header fields through which a token could choose its own key. */
const keyHeaders = ['kid', 'jwk', 'jku', 'x5u', 'x5c', 'crit']

export function sessionTokens({
  secret,
  issuer,
  clock,
  lifetimeSeconds = sevenDays,
  cacheSize = 10_000,
}: SessionTokenOptions): SessionTokens {
  const key = createSecretKey(Buffer.from(secret, 'utf8'))
  const cache = new LRUCache<string, SessionToken>(entriesUpTo(cacheSize))

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
      if (iat * 1000 > now + allowedSkewSeconds * 1000) return undefined
      return { id: jti, userId: sub, version: ver, issuedAt: iat * 1000, expiresAt: exp * 1000 }
    } catch {
      return undefined
    }
  }

  return {
    issue: ({ id, version, issuedAt: since = clock() }) => {
      const issuedAt = Math.floor(since / 1000)
      const content = {
        sub: id,
        jti: randomUUID(),
        typ: 'session',
        ver: version,
        iat: issuedAt,
        exp: issuedAt + lifetimeSeconds,
      }
      return jwt.sign(content, key, { algorithm: 'HS256', issuer, audience })
    },
    verify: (text) => {
      if (text.length > maxTokenLength) return undefined
      const now = clock()
      const token = cache.get(text) ?? verify(text, now)
      if (!token) return undefined
      if (token.expiresAt <= now) {
        cache.delete(text)
        return undefined
      }
      cache.set(text, token)
      return token
    },
  }
}
