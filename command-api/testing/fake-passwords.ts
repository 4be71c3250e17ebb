import type { PasswordHasher } from '@thirty/command-api/accounts/password/password-hasher.ts'

/** For specs that do not test the hash: Argon2 has to be slow. */
export const fakePasswords: PasswordHasher = {
  hash: async (password) => `hash of ${password}`,
  matches: async (password, hash) => hash === `hash of ${password}`,
}
