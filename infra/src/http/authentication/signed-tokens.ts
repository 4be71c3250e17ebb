import { createSecretKey } from 'node:crypto'
import { productId } from '@thirty/contracts/product.ts'
import jwt from 'jsonwebtoken'
import type { z } from 'zod'
import type { Clock } from '../../clock.ts'

/** Signed tokens for one purpose. A token for one purpose is invalid for every other, and as a session token. */
export type SignedTokens<Content> = {
  /** `exp`, the end in seconds since 1970, is set here; a content may have it to be read. */
  issue(content: Omit<Content, 'exp'>): string
  /** Returns the content of a token; `undefined` unless this installation issued it for this purpose and it has not expired. */
  verify(text: string): Content | undefined
}

export type SignedTokenOptions = {
  /** At least 32 bytes. */
  secret: string
  /** Public address of this installation: tokens of another one are refused. */
  issuer: string
  clock: Clock
}

type Purpose<Schema extends z.ZodObject> = {
  /** The `typ` claim. Must not be `session`. */
  type: string
  /** Seconds. */
  lifetime: number
  content: Schema
}

const audience = productId
const maxLength = 2_000

/** Issues and verifies tokens for a purpose. Their content is readable, but cannot be forged. */
export function signedTokens<Schema extends z.ZodObject>(
  { secret, issuer, clock }: SignedTokenOptions,
  { type, lifetime, content }: Purpose<Schema>,
): SignedTokens<z.infer<Schema>> {
  const key = createSecretKey(Buffer.from(secret, 'utf8'))
  const seconds = () => Math.floor(clock() / 1_000)

  return {
    issue: (value) => {
      const iat = seconds()
      const claims = { ...value, typ: type, iat, exp: iat + lifetime }
      return jwt.sign(claims, key, { algorithm: 'HS256', issuer, audience })
    },
    verify: (text) => {
      if (text.length > maxLength) return undefined
      try {
        const options = { issuer, audience, clockTimestamp: seconds(), maxAge: lifetime }
        const claims = jwt.verify(text, key, { algorithms: ['HS256'], ...options })
        if (typeof claims === 'string' || claims['typ'] !== type) return undefined
        return content.parse(claims)
      } catch {
        return undefined
      }
    },
  }
}
