import type * as Argon2 from '@node-rs/argon2'

/**
 * A factory for `vi.mock('@node-rs/argon2', …)` in specs with many accounts, which imports it while it runs: hashes cost a tenth of a
 * millisecond instead of twenty. Hashes with full cost still match.
 */
export async function cheapArgon2(load: () => Promise<unknown>): Promise<typeof Argon2> {
  const argon2 = (await load()) as typeof Argon2
  return {
    ...argon2,
    hash: (password) => argon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  }
}
