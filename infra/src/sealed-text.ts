// Encrypts texts that are stored where others may read them.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]
const version = 'v1.'

export type Sealing = ReturnType<typeof sealing>

/** Creates a sealing with a key that is derived from a secret of the installation for one `purpose`. */
export function sealing(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    /** Returns an encrypted text, another one at each call. `context`: where it may be used. */
    seal: (text: string, context: string): string => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(
        Buffer.from(context),
      )
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${version}${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')}`
    },
    /** Returns the text; `undefined` if it was sealed with another key or for another context, or was changed. */
    unseal: (sealed: string, context: string): string | undefined => {
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
      if (!sealed.startsWith(version) || bytes.length < ivBytes + tagBytes) return undefined
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        const text = decipher.update(bytes.subarray(ivBytes + tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
