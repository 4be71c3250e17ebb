import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

/** A public key (Ed25519) and a signature, in base64url. */
export type FileSignature = { key: string; value: string }

/** Signs files. `fingerprint` names the key for people. */
export type FileSigner = { fingerprint: string; sign: (text: string) => FileSignature }

const keyBytes = 32
// What precedes the bytes of a key in DER (RFC 8410).
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Returns the signer with a private key of 32 bytes in base64url; `undefined` for another text. */
export function fileSignerOf(privateKey: string): FileSigner | undefined {
  const seed = bytesOf(privateKey, keyBytes)
  if (seed === undefined) return undefined
  const secret = createPrivateKey({
    key: Buffer.concat([privatePrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const der = createPublicKey(secret).export({ format: 'der', type: 'spki' })
  const key = der.subarray(publicPrefix.length).toString('base64url')
  return {
    fingerprint: fingerprintOf(key),
    sign: (text) => ({ key, value: sign(null, Buffer.from(text), secret).toString('base64url') }),
  }
}

/** Returns whether a text has this signature. */
export function isSigned(text: string, { key, value }: FileSignature): boolean {
  const bytes = bytesOf(key, keyBytes)
  if (bytes === undefined) return false
  const publicKey = createPublicKey({
    key: Buffer.concat([publicPrefix, bytes]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, Buffer.from(text), publicKey, Buffer.from(value, 'base64url'))
}

/** Returns the fingerprint of a public key: 128 bits of its SHA-256 in hex. */
export const fingerprintOf = (key: string): string =>
  createHash('sha256').update(Buffer.from(key, 'base64url')).digest('hex').slice(0, 32)

function bytesOf(text: string, length: number): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === length && bytes.toString('base64url') === text ? bytes : undefined
}
