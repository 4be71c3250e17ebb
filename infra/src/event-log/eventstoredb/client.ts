// Parses connection strings of EventStoreDB, and creates the client of a node.

import { accessSync, constants } from 'node:fs'
import { EventStoreDBClient } from '@eventstore/db-client'

/** A node of the store, as `host:port`. */
export type NodeAddress = string

export type StoreAddress = {
  /** The nodes that the connection string names. */
  nodes: readonly NodeAddress[]
  /** Whether one of several nodes leads, and has to be found by asking these. */
  isCluster: boolean
  /** Milliseconds that a node has to answer the question for the leader: `gossipTimeout`, in whole seconds. */
  answerMs: number
  /** The connection string of one node, with the user and the options of the whole. */
  urlOf(node: NodeAddress): string
}

const connectionString =
  /^(?:esdb|kurrentdb)(?<discover>\+discover)?:\/\/(?<user>[^:]+:[^@]+@)?(?<hosts>[^?/]+)\/*(?<options>\?.*)?$/

/** Parses a connection string. Throws an Error with a message for the operator, which never contains a password. */
export function parseStoreAddress(url: string): StoreAddress {
  const parts = connectionString.exec(url.trim())?.groups
  if (parts === undefined) throw invalidAddress()
  const { discover, user = '', hosts = '', options = '' } = parts
  const nodes = hosts.split(',').map((host) => {
    const [name, port = '2113'] = host.trim().split(':')
    return `${name}:${port}`
  })
  return {
    nodes,
    isCluster: discover !== undefined || nodes.length > 1,
    answerMs: 1_000 * (Number(optionsOf(url).get('gossiptimeout')) || 1),
    // The client does not know the newer name of the scheme.
    urlOf: (node) => `esdb://${user}${node}${options}`,
  }
}

/** The options of a connection string that name a file. */
const fileOptions = ['tlsCAFile', 'userCertFile', 'userKeyFile']

/** Creates the client of one node. Throws an Error with a message for the operator, which never contains a password. */
export function createClient(url: string): EventStoreDBClient {
  // With these values of DEBUG the client prints the connection string with the password.
  if (/(^|[\s,])(\*|esdb)/.test(process.env['DEBUG'] ?? ''))
    throw new Error('DEBUG makes the EventStoreDB client print its password. Remove "*" and "esdb" from it.')
  try {
    return EventStoreDBClient.connectionString(url)
  } catch {
    // The client's own message would contain the connection string, or would not name the file.
    const options = optionsOf(url)
    for (const name of fileOptions) requireReadable(name, options.get(canonical(name)))
    throw invalidAddress()
  }
}

const invalidAddress = () =>
  new Error(
    'EVENTSTORE_URL is not a connection string of EventStoreDB, such as esdb://user:password@host:2113.',
  )

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

function requireReadable(option: string, value: string | undefined) {
  if (value === undefined) return
  const path = /%(?![\da-f]{2})/i.test(value) ? value : decodeURIComponent(value)
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    throw new Error(`EVENTSTORE_URL names a ${option} that cannot be read: ${path}.`, { cause: error })
  }
}
