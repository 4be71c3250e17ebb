import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import type { z } from 'zod'
import type { Clock } from '../../clock.ts'

/** Signed notes for one short purpose. What is made for one purpose is worth nothing for another, nor as a session token. */
export type SignedTokens<Content> = {
  issue(content: Content): string
  /** What a slip says; `undefined` for anything but a slip of ours for this purpose that has not run out. */
  verify(text: string): Content | undefined
}

export type SignedTokenOptions = {
  /** At least 32 bytes. */
  secret: string
  /** Public address of this installation: a slip of another one is refused. */
  issuer: string
  clock: Clock
}

type Purpose<Schema extends z.ZodObject> = {
  /** The `typ` of the slip. Never `session`. */
  type: string
  /** Seconds. */
  lifetime: number
  content: Schema
}

const audience = 'thirty'
const longest = 2_000

/** Makes and reads slips for a purpose. Anybody can read what a slip says; nobody else can write one. */
export function signedTokens<Schema extends z.ZodObject>(
  { secret, issuer, clock }: SignedTokenOptions,
  { type, lifetime, content }: Purpose<Schema>,
): SignedTokens<z.infer<Schema>> {
  const key = createSecretKey(Buffer.from(secret, 'utf8'))
  const seconds = () => Math.floor(clock() / 1_000)

  return {
    issue: (said) => {
      const iat = seconds()
      const claims = { ...said, typ: type, iat, exp: iat + lifetime }
      return jwt.sign(claims, key, { algorithm: 'HS256', issuer, audience })
    },
    verify: (text) => {
      if (text.length > longest) return undefined
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
