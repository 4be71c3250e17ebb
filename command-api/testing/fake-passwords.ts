import type { PasswordHasher } from '@thirty/command-api/accounts/password/password-hasher.ts'

/** Argon2 is slow on purpose: for specs that do not test the hash. */
export const fakePasswords: PasswordHasher = {
  hash: async (password) => `hash of ${password}`,
  matches: async (password, hash) => hash === `hash of ${password}`,
}
