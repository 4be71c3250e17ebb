import { hash, verify, type Options } from '@node-rs/argon2'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'

/** Hashes and checks passwords, a few at once: the rest waits, and beyond that `busy` is thrown. */
export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** Checks a password against a hash. Without a hash it takes as long, and is never right. */
  matches(password: string, known: string | undefined): Promise<boolean>
}

/** Argon2id, 19 MiB, two passes, one lane (OWASP). */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function passwordHasher(): PasswordHasher {
  const inTurn = concurrencyLimit({ maxConcurrent: 4, maxQueued: 32 })
  // Nobody's password, so that an unknown name takes as long as a known one.
  const nobodys = hash(crypto.randomUUID(), options)

  return {
    hash: (password) => inTurn(() => hash(password, options)),
    matches: (password, known) =>
      inTurn(async () => (await verify(known ?? (await nobodys), password)) && known !== undefined),
  }
}
