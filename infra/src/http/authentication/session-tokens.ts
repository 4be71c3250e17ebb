// Issues and verifies session tokens. Verified tokens are cached until they expire.

import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { entriesUpTo } from '../../entries-up-to.ts'
import { signedTokens, type SignedTokenOptions } from './signed-tokens.ts'

/** `issuedAt` and `expiresAt` in milliseconds since 1970. */
export type SessionToken = {
  id: string
  userId: string
  version: number
  issuedAt: number
  expiresAt: number
}

export type SessionTokens = ReturnType<typeof sessionTokens>

export type SessionTokenOptions = SignedTokenOptions & {
  /** How many verified tokens are cached; ten thousand by default. */
  cacheSize?: number
}

const sevenDays = 7 * 24 * 60 * 60
const content = z.object({
  sub: z.string().min(1).max(100),
  jti: z.string().min(1).max(100),
  ver: z.int().nonnegative(),
  iat: z.int(),
  exp: z.int(),
})

export function sessionTokens({ cacheSize = 10_000, ...options }: SessionTokenOptions) {
  const signed = signedTokens(options, { type: 'session', lifetime: sevenDays, content })
  const cache = new LRUCache<string, SessionToken>(entriesUpTo(cacheSize))
  const read = (text: string): SessionToken | undefined => {
    const claims = signed.verify(text)
    if (claims === undefined) return undefined
    const { jti: id, sub: userId, ver: version, iat, exp } = claims
    return { id, userId, version, issuedAt: iat * 1_000, expiresAt: exp * 1_000 }
  }

  return {
    /**
     * Issues a token for a user, bound to the current session version of the user. `issuedAt` (milliseconds since 1970): when the user
     * logged in, for a token that continues a session; now if missing.
     */
    issue: ({ id, version, issuedAt }: { id: string; version: number; issuedAt?: number }): string =>
      signed.issue({ sub: id, jti: randomUUID(), ver: version }, issuedAt),
    /** Returns the content of a token; `undefined` unless it is a valid session token of this installation now. */
    verify: (text: string): SessionToken | undefined => {
      const token = cache.get(text) ?? read(text)
      const isValid = token !== undefined && token.expiresAt > options.clock()
      if (isValid) cache.set(text, token)
      else cache.delete(text)
      return isValid ? token : undefined
    },
  }
}
