declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Decrypts a message of RFC 8291. `authSecret` in base64url. */
  export function decrypt(
    message: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer
}
