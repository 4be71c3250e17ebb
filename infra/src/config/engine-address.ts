// Parses the addresses of EventStoreDB and Redis, and says whether a host is this machine or on the public internet.
//
// With it, the configuration (`processes/config/config.ts`) refuses a start in production when a password is well known, EventStoreDB
// is not encrypted, or Redis has no password. `ALLOW_INSECURE_ENGINES=on` permits the last two, and stores on the same machine are
// exempt. No message repeats an address: it may have a password.

import ipaddr from 'ipaddr.js'
import { percentDecoded } from '../percent-decoded.ts'

export type EventStoreAddress = NonNullable<ReturnType<typeof parseEventStoreAddress>>

// `URL` cannot parse several hosts, which is how a cluster is written.
const clusterAddress =
  /^(?:esdb|kurrentdb)(\+discover)?:\/\/([^:@/?#]+:([^:@/?#]*)@)?([^@/?#]+)\/?(?:\?([^#]*))?$/
const hostAndPort = /^([\w.-]+)(?::(\d{1,5}))?$/

/**
 * Parses an address of EventStoreDB, such as `esdb://user:password@one:2113,two:2113?tls=true` or, by its newer name,
 * `kurrentdb://…`; `undefined` when invalid.
 */
export function parseEventStoreAddress(text: string) {
  const [, discover, account = '', password, list = '', query = ''] = clusterAddress.exec(text) ?? []
  const members = list.split(',').map((part) => hostAndPort.exec(part) ?? [])
  const hosts = members.flatMap(([, host = '', port = '0']) => (host && Number(port) <= 65_535 ? [host] : []))
  if (hosts.length < members.length) return undefined
  const options = query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return [name.trim().toLowerCase().replaceAll(/[_-]/g, ''), value.trim()] as const
  })
  const nodes = members.map(([, host, port = '2113']) => `${host}:${port}`)
  return {
    /** Host names or IP addresses, without ports. */
    hosts,
    /** The hosts with their ports. */
    nodes,
    /** Whether one of several nodes leads, and has to be found by asking these. */
    isCluster: discover !== undefined || hosts.length > 1,
    isEncrypted: !options.some(([name, value]) => name === 'tls' && value.toLowerCase() === 'false'),
    /** Options as they are written, by name: in small letters, without hyphens and underscores, as the client reads names. */
    options: new Map(options),
    /** The connection string of the first node, with the user and the options of the whole. The client knows the older scheme only. */
    url: `esdb://${account}${nodes[0]}${query && `?${query}`}`,
    ...decodedPassword(password),
  }
}

/** Parses an address of Redis, such as `rediss://user:password@host:6379/0`; `undefined` when invalid. */
export function parseRedisAddress(text: string) {
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, password, pathname } = new URL(text)
  // The number of the database. The client takes any other text for database 0, which another installation may use.
  if (!/^\/?\d*$/.test(pathname)) return undefined
  return { hosts: [hostname], isEncrypted: protocol === 'rediss:', ...decodedPassword(password) }
}

/** Whether every host, as in a URL, is this machine, so that no traffic leaves it. */
export const isOnThisMachine = (...hosts: readonly string[]): boolean =>
  hosts.every((host) => /^((.+\.)?localhost\.?|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host))

/**
 * Whether a host of a URL is on the public internet: an address outside the private networks, or a name with a domain that is not
 * reserved for private networks.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast'
  return host.includes('.') && !/\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host)
}

/** A password of an address that is not empty, decoded as far as it is encoded. */
const decodedPassword = (password: string | undefined): { password?: string } =>
  password ? { password: percentDecoded(password) ?? password } : {}
