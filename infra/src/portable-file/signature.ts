import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

/** A public key (Ed25519) and a signature, in base64url. */
export type FileSignature = { key: string; value: string }

/** Signs files. `fingerprint` names the key for people. */
export type FileSigner = { fingerprint: string; sign: (text: string) => FileSignature }

const keyBytes = 32
// What precedes the bytes of a private key in DER (RFC 8410).
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Returns the signer with a private key of 32 bytes in base64url; `undefined` for another text. */
export function fileSignerOf(privateKey: string): FileSigner | undefined {
  const seed = bytesOf(privateKey)
  if (seed === undefined) return undefined
  const secret = createPrivateKey({
    key: Buffer.concat([privatePrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const { x: key = '' } = createPublicKey(secret).export({ format: 'jwk' })
  return {
    fingerprint: fingerprintOf(key),
    sign: (text) => ({ key, value: sign(null, Buffer.from(text), secret).toString('base64url') }),
  }
}

/** Returns whether a text has this signature. */
export function isSigned(text: string, { key, value }: FileSignature): boolean {
  if (bytesOf(key) === undefined) return false
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  return verify(null, Buffer.from(text), publicKey, Buffer.from(value, 'base64url'))
}

/** Returns the fingerprint of a public key: 128 bits of its SHA-256 in hex. */
export const fingerprintOf = (key: string): string =>
  createHash('sha256').update(Buffer.from(key, 'base64url')).digest('hex').slice(0, 32)

/** Returns the bytes of a key; `undefined` for another text. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === keyBytes && bytes.toString('base64url') === text ? bytes : undefined
}
