// Posts to servers whose addresses somebody has entered, for push messages and webhooks, and resolves their names to addresses on the
// public internet only. `post` uses the lookup that its caller gives it; the caller checks an address without a name with
// `isPublicAddress`.

import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** An address that is not on the public internet, or a name that leads to one. */
export class AddressNotPublic extends Error {
  override readonly name = 'AddressNotPublic'
}

/** Returns whether an IP address is on the public internet: not private, local, reserved, or wrapped in another one. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast'

/** Resolves a name, as `dns.lookup` does. Specs replace it. */
type ResolveName = (
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
        return callback(new AddressNotPublic(), [])
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

/** Resolves names with the resolver of the system; see `publicLookupWith`. */
export const publicLookup: LookupFunction = publicLookupWith(lookup)

type PostOptions = {
  body: string | Buffer | null
  headers: Record<string, string | number>
  lookup: LookupFunction
  signal: AbortSignal
  /** Instead of that of the URL. */
  port?: number
  ca?: string | Buffer
}

/** Posts a body, and resolves when the response begins. The caller must read or destroy it. */
export const post = (url: URL, { body, ...options }: PostOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest
    // Without an agent each message has its own connection, whose address was just checked.
    const sent = request(url, { ...options, method: 'POST', agent: false }, resolve)
    // Also after the response: closing it early may be reported as an error.
    sent.on('error', reject)
    sent.end(body)
  })
