import { createECDH } from 'node:crypto'

/** The keys with which push services recognise this installation, in base64url. The public one is an uncompressed point. */
export type VapidKeys = { publicKey: string; privateKey: string }

const privateKeyBytes = 32

/** Returns both keys for a private key of the curve P-256; `undefined` if the text is not one. */
export function vapidKeysOf(privateKey: string): VapidKeys | undefined {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== privateKeyBytes || bytes.toString('base64url') !== privateKey) return undefined
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(bytes)
  } catch {
    return undefined
  }
  return { privateKey, publicKey: curve.getPublicKey('base64url') }
}
