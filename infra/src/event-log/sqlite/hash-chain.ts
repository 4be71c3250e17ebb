import { hash } from 'node:crypto'

/** What the first event's hash is chained to. */
export const genesisHash = '0'.repeat(64)

/**
 * SHA-256 (hex) over the hash before and all that a row says. The name's length keeps the parts apart;
 * `record` begins with a brace, so no other row can be written with the same bytes.
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
