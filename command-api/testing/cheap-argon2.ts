import type * as Argon2 from '@node-rs/argon2'
import { vi } from 'vitest'

// Part of the set-up of all specs: a hash costs a tenth of a millisecond instead of twenty. Hashes with full cost still match. A spec that
// is about the cost itself takes it back with `vi.unmock`.
vi.mock('@node-rs/argon2', async (load) => {
  const argon2 = await load<typeof Argon2>()
  return {
    ...argon2,
    hash: (password: string) => argon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  }
})
