// Issues and verifies the tokens of operators, and says whether a request comes from this machine. Anybody who can read the secret of the
// installation can issue them.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { productId } from '@thirty/contracts/product.ts'
import { z } from 'zod'
import { proxyHeaders } from '../rate-limits/client-address.ts'
import { signedTokens, type SignedTokenOptions } from './signed-tokens.ts'

/** `issuedAt` and `expiresAt` in milliseconds since 1970. */
export type OperatorToken = { id: string; issuedAt: number; expiresAt: number }

const purpose = {
  type: 'operator',
  /** Another one than that of session tokens, so that neither is accepted as the other. */
  audience: `${productId}-operator`,
  /** Long enough for one request; the shell issues one for each. */
  lifetime: 60,
  content: z.object({ jti: z.string().min(1).max(100), iat: z.int(), exp: z.int() }),
}

export type OperatorTokens = ReturnType<typeof operatorTokens>

export function operatorTokens(options: SignedTokenOptions) {
  const signed = signedTokens(options, purpose)
  return {
    issue: (): string => signed.issue({ jti: randomUUID() }),
    /** Returns the content of a token; `undefined` unless it is a valid operator token of this installation now. */
    verify: (text: string): OperatorToken | undefined => {
      const claims = signed.verify(text)
      if (claims === undefined) return undefined
      const token = { id: claims.jti, issuedAt: claims.iat * 1_000, expiresAt: claims.exp * 1_000 }
      // A token that was issued ahead of time would live longer than it may.
      return token.issuedAt > options.clock() ? undefined : token
    },
  }
}

/** Returns whether a request comes from a program on this machine, and not through a proxy. */
export function isFromThisMachine({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false
  // A connection between two addresses of one machine has the same address at both ends.
  return socket.remoteAddress !== undefined && socket.remoteAddress === socket.localAddress
}
