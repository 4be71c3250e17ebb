import { hash } from 'node:crypto'

/** The previous hash of the first event. */
export const genesisHash = '0'.repeat(64)

/**
 * Returns the SHA-256 (hex) of the previous hash and all columns of a row. The length of the name separates the parts
 * unambiguously, and `record` begins with a brace, so no two rows have the same input.
 */
export function chainHash(
  previous: string,
  position: number,
  revision: number,
  stream: string,
  record: string,
) {
  return hash('sha256', `${previous}${position} ${revision} ${stream.length} ${stream}${record}`)
}
