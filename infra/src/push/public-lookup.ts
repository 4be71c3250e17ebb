// Resolves the names of servers whose addresses somebody has entered: only addresses on the public internet are used.

import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A name that leads to an address which is not on the public internet. */
export class AddressNotPublic extends Error {
  override readonly name = 'AddressNotPublic'
}

/** Returns whether an IP address is on the public internet: not private, local, reserved, or wrapped in another one. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast'

/** Resolves a name, as `dns.lookup` does. Specs replace it. */
export type ResolveName = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Returns a function that resolves a name for a connection, which then uses exactly these addresses. It fails with
 * `AddressNotPublic` if one of them is not on the public internet.
 */
export const publicLookupWith =
  (resolve: ResolveName): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, [])
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new AddressNotPublic('The name does not lead to public addresses only.'), [])
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

/** Resolves names with the resolver of the system; see `publicLookupWith`. */
export const publicLookup: LookupFunction = publicLookupWith(lookup)
