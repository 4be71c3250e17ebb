// Issues and verifies the tokens of callers: of users in a session, which are cached until they expire, and of operators, which anybody can
// issue who can read the secret of the installation. Says whether a request comes from this machine, as operators' requests do.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { productId } from '@thirty/contracts/product.ts'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { entriesUpTo } from '../../entries-up-to.ts'
import { proxyHeaders } from '../rate-limits/client-address.ts'
import { signedTokens, type SignedTokenOptions } from './signed-tokens.ts'

/** `issuedAt` and `expiresAt` in milliseconds since 1970. */
type OperatorToken = { id: string; issuedAt: number; expiresAt: number }
export type SessionToken = OperatorToken & { userId: string; version: number }

const id = z.string().min(1).max(100)
const operatorContent = z.object({ jti: id, iat: z.int(), exp: z.int() })

const session = {
  type: 'session',
  lifetime: 7 * 24 * 60 * 60,
  content: operatorContent.extend({ sub: id, ver: z.int().nonnegative() }),
}
const operator = {
  type: 'operator',
  /** Another one than session tokens have, so that neither is accepted as the other. */
  audience: `${productId}-operator`,
  /** Long enough for one request; the shell issues one for each. */
  lifetime: 60,
  content: operatorContent,
}

const tokenOf = ({ jti, iat, exp }: z.infer<typeof operatorContent>): OperatorToken => ({
  id: jti,
  issuedAt: iat * 1_000,
  expiresAt: exp * 1_000,
})

const maxCachedTokens = 10_000

export type SessionTokens = ReturnType<typeof sessionTokens>

export function sessionTokens(options: SignedTokenOptions) {
  const signed = signedTokens(options, session)
  const cache = new LRUCache<string, SessionToken>(entriesUpTo(maxCachedTokens))
  const read = (text: string): SessionToken | undefined => {
    const claims = signed.verify(text)
    return claims && { ...tokenOf(claims), userId: claims.sub, version: claims.ver }
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

export type OperatorTokens = ReturnType<typeof operatorTokens>

export function operatorTokens(options: SignedTokenOptions) {
  const signed = signedTokens(options, operator)
  return {
    issue: (): string => signed.issue({ jti: randomUUID() }),
    /** Returns the content of a token; `undefined` unless it is a valid operator token of this installation now. */
    verify: (text: string): OperatorToken | undefined => {
      const claims = signed.verify(text)
      const token = claims && tokenOf(claims)
      // A token that was issued ahead of time would live longer than it may.
      return token && token.issuedAt > options.clock() ? undefined : token
    },
  }
}

/** Returns whether a request comes from a program on this machine, and not through a proxy. */
export function isFromThisMachine({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false
  // A connection between two addresses of one machine has the same address at both ends.
  return socket.remoteAddress !== undefined && socket.remoteAddress === socket.localAddress
}
