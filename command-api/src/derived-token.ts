import { createHmac } from 'node:crypto'

/** Returns a token of 32 bytes that follows from the parts, which name its purpose first, and that nobody can guess without the secret. */
export const derivedToken = (secret: string | Buffer, ...parts: readonly unknown[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
