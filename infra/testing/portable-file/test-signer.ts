import { Buffer } from 'node:buffer'
import { fileSignerOf, type FileSigner } from '@thirty/infra/portable-file/signature.ts'

/** A signer with its own key for each number. */
export function testSigner(number = 1): FileSigner {
  const signer = fileSignerOf(Buffer.alloc(32, number).toString('base64url'))
  if (signer === undefined) throw new Error('The bytes are not a key.')
  return signer
}
