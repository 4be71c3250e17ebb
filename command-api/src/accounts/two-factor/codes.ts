// Secrets and codes of authenticator apps (TOTP), and recovery codes.

import { hash, randomBytes } from 'node:crypto'
import { productName } from '@thirty/contracts/product.ts'
import { Secret, TOTP } from 'otpauth'
import { recoveryCodeCount } from '@thirty/contracts/accounts/two-factor.ts'

/** Seconds of a time step, and how many steps a clock may be ahead or behind: what all authenticator apps use (RFC 6238). */
const period = 30
const drift = 1

const appOf = (secret: string, label = '') =>
  new TOTP({ issuer: productName, label, secret: Secret.fromBase32(secret), period, digits: 6 })

/** Returns a new secret of 160 bits in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** Returns the address of a QR code that adds the account to an app. */
export const appUri = (secret: string, account: string): string => appOf(secret, account).toString()

/** Returns the number of the time step that a code belongs to, one step of drift each way; `undefined` for a wrong code. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const delta = appOf(secret).validate({ token: code, timestamp: now, window: drift })
  return delta === null ? undefined : Math.floor(now / 1_000 / period) + delta
}

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
