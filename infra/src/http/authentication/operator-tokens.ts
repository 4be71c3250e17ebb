// Issues and verifies the tokens of operators. Anybody who can read the secret of the installation can issue them.

import { createSecretKey, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { productId } from '@thirty/contracts/product.ts'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { proxyHeaders } from '../rate-limits/client-address.ts'
import type { SignedTokenOptions } from './signed-tokens.ts'

/** The content of a verified operator token. `issuedAt` and `expiresAt` in milliseconds since 1970. */
export type OperatorToken = { id: string; issuedAt: number; expiresAt: number }

/** Another one than that of session tokens, so that neither is accepted as the other. */
const audience = `${productId}-operator`
/** Long enough for one request; the shell issues one for each. */
const lifetimeSeconds = 60
const maxLength = 1_000

const claims = z.object({
  jti: z.string().min(1).max(100),
  typ: z.literal('operator'),
  iat: z.int(),
  exp: z.int(),
})

export type OperatorTokens = ReturnType<typeof operatorTokens>

export function operatorTokens({ secret, issuer, clock }: SignedTokenOptions) {
  const key = createSecretKey(Buffer.from(secret, 'utf8'))
  return {
    /** Issues a token for a shell that knows the secret of the installation. */
    issue: (): string => {
      const iat = seconds(clock)
      const content = { jti: randomUUID(), typ: 'operator', iat, exp: iat + lifetimeSeconds }
      return jwt.sign(content, key, { algorithm: 'HS256', issuer, audience })
    },
    /** Returns the content of a token; `undefined` unless it is a valid operator token of this installation now. */
    verify: (text: string): OperatorToken | undefined => {
      if (text.length > maxLength) return undefined
      try {
        const now = seconds(clock)
        const options = { issuer, audience, clockTimestamp: now, maxAge: lifetimeSeconds }
        const { jti, iat, exp } = claims.parse(jwt.verify(text, key, { algorithms: ['HS256'], ...options }))
        // A token that was issued ahead of time would live longer than it may.
        if (iat > now) return undefined
        return { id: jti, issuedAt: iat * 1_000, expiresAt: exp * 1_000 }
      } catch {
        return undefined
      }
    },
  }
}

const seconds = (clock: Clock): number => Math.floor(clock() / 1_000)

/** Returns whether a request comes from a program on this machine, and not through a proxy. */
export function isFromThisMachine({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false
  // A connection between two addresses of one machine has the same address at both ends.
  return socket.remoteAddress !== undefined && socket.remoteAddress === socket.localAddress
}
