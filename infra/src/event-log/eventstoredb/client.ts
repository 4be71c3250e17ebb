import { accessSync, constants } from 'node:fs'
import { EventStoreDBClient } from '@eventstore/db-client'

/**
 * How the client looks for a node of a cluster, unless the connection string says otherwise. It looks once for each
 * call, because our own retries decide how long a caller waits. A node has `gossipTimeout` seconds to answer, so that
 * one that hangs leaves time for the others. After a failure the client waits `discoveryInterval` milliseconds.
 */
const discovery = { maxDiscoverAttempts: '1', discoveryInterval: '100', gossipTimeout: '1' }

/** The options of a connection string that name a file. */
const fileOptions = ['tlsCAFile', 'userCertFile', 'userKeyFile']

/** Creates the client. Throws an Error with a message for the operator, which never contains a password. */
export function createClient(url: string): EventStoreDBClient {
  // With these values of DEBUG the client prints the connection string with the password.
  if (/(^|[\s,])(\*|esdb)/.test(process.env['DEBUG'] ?? ''))
    throw new Error('DEBUG makes the EventStoreDB client print its password. Remove "*" and "esdb" from it.')
  const options = optionsOf(url)
  try {
    return EventStoreDBClient.connectionString(withDefaults(url, options))
  } catch {
    // The client's own message would contain the connection string, or would not name the file.
    for (const name of fileOptions) requireReadable(name, options.get(canonical(name)))
    throw new Error(
      'EVENTSTORE_URL is not a connection string of EventStoreDB, such as esdb://user:password@host:2113.',
    )
  }
}

/** The client accepts its options in any case, also with hyphens and underscores. */
const canonical = (name: string) => name.trim().toLowerCase().replaceAll(/[_-]/g, '')

/** Returns the values of a connection string's options by their canonical names, as they are written. */
function optionsOf(url: string): ReadonlyMap<string, string> {
  const [, ...query] = url.split('?')
  const pairs = query.join('&').split('&')
  return new Map(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return [canonical(name), value.trim()]
    }),
  )
}

function withDefaults(url: string, options: ReadonlyMap<string, string>): string {
  const added = Object.entries(discovery).filter(([name]) => !options.has(canonical(name)))
  const separator = url.includes('?') ? '&' : '?'
  const query = added.map(([name, value]) => `${name}=${value}`).join('&')
  return query === '' ? url : `${url.trim().replace(/(?<=[^/])\/+$/, '')}${separator}${query}`
}

function requireReadable(option: string, value: string | undefined) {
  if (value === undefined) return
  const path = /%(?![\da-f]{2})/i.test(value) ? value : decodeURIComponent(value)
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    throw new Error(`EVENTSTORE_URL names a ${option} that cannot be read: ${path}.`, { cause: error })
  }
}
