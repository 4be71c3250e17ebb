import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts the secrets of authenticator apps, each for one account. */
export type SecretBox = {
  seal(user: string, secret: string): string
  /** Returns the secret; `undefined` if it was sealed for another account or under another key. */
  open(user: string, sealed: string): string | undefined
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** `installationKey`: the reservation key, which never changes (decision 0097). */
export function secretBox(installationKey: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', installationKey, '', 'authenticator app', 32))
  return {
    seal: (user, secret) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(user))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },
    open: (user, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(Buffer.from(user))
        decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        const text = decipher.update(bytes.subarray(ivBytes + tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
