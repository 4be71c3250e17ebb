// Hashes and checks passwords, in the form in which they are hashed.

import { hash, verify, type Options } from '@node-rs/argon2'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'

/** Hashes and checks passwords, a few at a time; further ones wait. Throws `busy` if too many are waiting. */
export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** Returns whether a password, in any form that is the same text, matches a hash. Without a hash it takes as long and returns false. */
  matches(password: string, storedHash: string | undefined): Promise<boolean>
}

/** Argon2id, 19 MiB, two passes, one lane (OWASP). */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function passwordHasher(): PasswordHasher {
  const limited = concurrencyLimit({ maxConcurrent: 4, maxQueued: 32 })
  // Checked for unknown users, so that they take as long as known ones.
  const dummyHash = hash(crypto.randomUUID(), options)

  return {
    hash: (password) => limited(() => hash(preparePassword(password), options)),
    matches: (password, storedHash) =>
      limited(async () => {
        const expected = storedHash ?? (await dummyHash)
        for (const form of possibleForms(password))
          if (await verify(expected, form)) return storedHash !== undefined
        return false
      }),
  }
}

/**
 * Returns the form in which a password is hashed: that of RFC 8265 (OpaqueString). Composed, so that systems that send letters and accents
 * together or apart send one password, and with ordinary spaces. Case, width and everything else stay as typed.
 */
export const preparePassword = (typed: string): string => typed.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')

/**
 * Returns the forms of a typed password that a stored hash may be of, the usual one first. Earlier versions hashed a password as it was
 * sent, composed or not. For a password in ASCII all forms are one.
 */
export const possibleForms = (typed: string): readonly string[] => [
  ...new Set([preparePassword(typed), typed, typed.normalize('NFC'), typed.normalize('NFD')]),
]
