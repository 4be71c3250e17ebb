// Makes signed tokens (JWT) for one purpose, which the caller names with its content and lifetime: sessions and operators
// (`caller-tokens.ts`), the steps of two-factor sign-in and the steps of a sign-in with a provider. Their content is readable, but cannot
// be forged. Links in emails have shorter tokens (`link-tokens.ts`).

import { createSecretKey } from 'node:crypto'
import { productId } from '@thirty/contracts/product.ts'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { Clock } from '../../scheduler.ts'

export type SignedTokenOptions = {
  /** At least 32 bytes. */
  secret: string
  /** Public address of this installation: tokens of another one are refused. */
  issuer: string
  clock: Clock
}

type Purpose<Schema extends z.ZodObject> = {
  /** The `typ` claim. A token for one purpose is invalid for every other. */
  type: string
  /** Seconds. */
  lifetime: number
  /** May have `iat` and `exp`: when a token was issued and when it ends, in seconds since 1970. */
  content: Schema
  audience?: string
}

const maxLength = 2_000
const allowedSkewSeconds = 60
/** Header fields through which a token could choose its own key. */
const keyHeaders = ['kid', 'jwk', 'jku', 'x5u', 'x5c', 'crit']
const times = z.object({ iat: z.int(), exp: z.int() })

export function signedTokens<Schema extends z.ZodObject>(
  { secret, issuer, clock }: SignedTokenOptions,
  { type, lifetime, content, audience = productId }: Purpose<Schema>,
) {
  const key = createSecretKey(Buffer.from(secret, 'utf8'))
  return {
    /** `issuedAt` in milliseconds since 1970: for a token that continues another one; now if missing. */
    issue: (value: Omit<z.infer<Schema>, 'iat' | 'exp'>, issuedAt = clock()): string => {
      const iat = Math.floor(issuedAt / 1_000)
      const claims = { ...value, typ: type, iat, exp: iat + lifetime }
      return jwt.sign(claims, key, { algorithm: 'HS256', issuer, audience })
    },
    /** Returns the content of a token; `undefined` unless this installation issued it for this purpose and it has not expired. */
    verify: (text: string): z.infer<Schema> | undefined => {
      if (text.length > maxLength) return undefined
      const now = Math.floor(clock() / 1_000)
      try {
        const { header, payload } = jwt.verify(text, key, {
          algorithms: ['HS256'],
          issuer,
          audience,
          clockTimestamp: now,
          maxAge: lifetime,
          complete: true,
        })
        if (typeof payload === 'string' || payload['typ'] !== type) return undefined
        if (keyHeaders.some((name) => name in header)) return undefined
        if (times.parse(payload).iat > now + allowedSkewSeconds) return undefined
        return content.parse(payload)
      } catch {
        return undefined
      }
    },
  }
}
