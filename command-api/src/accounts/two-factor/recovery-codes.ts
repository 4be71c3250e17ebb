import { hash, randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '@thirty/contracts/accounts/two-factor.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const codeLength = 16

/** Returns ten new codes of 80 random bits, in groups of four letters. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => {
    // 256 is a multiple of 32, so all letters are equally likely.
    const code = [...randomBytes(codeLength)].map((byte) => letters.charAt(byte % letters.length)).join('')
    return code.replaceAll(/.{4}(?=.)/g, '$&-')
  })

/**
 * Returns the digest of a code, with or without hyphens. A fast hash is enough for 80 random bits, and without a key the codes still
 * work when the key of the installation is lost.
 */
export const recoveryCodeDigest = (user: string, code: string): string =>
  hash('sha256', JSON.stringify(['recovery-code', user, code.replaceAll('-', '')]), 'base64url')
