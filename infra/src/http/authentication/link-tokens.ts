// Signed tokens for the links of emails that confirm an address or unsubscribe: they name a user in a third of the length of other tokens.
// Links that work once, such as one for a new password, have no such token: the log knows them.
//
// JSON Web Tokens of 300 characters made an email 2,553 pixels wide on a phone; these tokens have 48 or 60. Two of their parts were
// shortened: the MAC to 128 bits of an HMAC, which cannot be guessed through a rate limit, and the email address, which only some tokens
// have, to 72 bits of a keyed digest.

import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedTokenOptions } from './signed-tokens.ts'

type Purpose = {
  /** No other purpose has this name. */
  type: string
  /** Seconds. */
  lifetime: number
  extraBytes?: number
}

const macBytes = 16
const timeBytes = 4
const userBytes = 16

/**
 * Issues and verifies tokens of a purpose: the end of the lifetime, the user, the extra bytes and a MAC of 128 bits over all of them, the
 * purpose and the installation. They can be read, but not forged.
 */
export function linkTokens(
  { secret, issuer, clock }: SignedTokenOptions,
  { type, lifetime, extraBytes = 0 }: Purpose,
) {
  const length = timeBytes + userBytes + extraBytes + macBytes
  const macOf = (content: Buffer) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['link-token', type, issuer]))
      .update(content)
      .digest()
      .subarray(0, macBytes)

  return {
    /** `user` is a UUID; `extra` has exactly the bytes of the purpose. */
    issue(user: string, extra: Buffer = Buffer.alloc(0)): string {
      const ends = Buffer.alloc(timeBytes)
      ends.writeUInt32BE(Math.floor(clock() / 1_000) + lifetime)
      const content = Buffer.concat([ends, Buffer.from(user.replaceAll('-', ''), 'hex'), extra])
      if (content.length !== length - macBytes)
        throw new TypeError('The content of a token has the wrong length.')
      return Buffer.concat([content, macOf(content)]).toString('base64url')
    },
    /** Returns the content of a token; `undefined` unless this installation issued it for this purpose and it has not expired. */
    verify(text: string): { user: string; extra: Buffer } | undefined {
      const token = Buffer.from(text, 'base64url')
      // The same bytes can be written in other ways.
      if (token.length !== length || token.toString('base64url') !== text) return undefined
      const content = token.subarray(0, -macBytes)
      if (!timingSafeEqual(macOf(content), token.subarray(-macBytes))) return undefined
      if (Math.floor(clock() / 1_000) >= content.readUInt32BE()) return undefined
      const user = content.toString('hex', timeBytes, timeBytes + userBytes)
      return {
        user: user.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
        extra: content.subarray(timeBytes + userBytes),
      }
    },
  }
}
