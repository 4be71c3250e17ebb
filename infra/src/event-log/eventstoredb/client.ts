// Reads the connection string of EventStoreDB, and creates the clients of a node.

import { accessSync, constants } from 'node:fs'
import { EventStoreDBClient } from '@eventstore/db-client'
import { parseEventStoreAddress, type EventStoreAddress } from '../../config/engine-address.ts'
import { credentials, type Channel, type ClientOptions } from '@grpc/grpc-js'

/** A node of the store, as `host:port`. */
export type NodeAddress = string

/** Parses a connection string. Throws an Error with a message for the operator, which never contains a password. */
export function storeAddress(url: string): EventStoreAddress {
  const address = parseEventStoreAddress(url.trim())
  if (address === undefined) throw invalidAddress()
  return address
}

/** The options of a connection string that name a file. */
const fileOptions = ['tlsCAFile', 'userCertFile', 'userKeyFile']

/** Creates the client of one node. Throws an Error with a message for the operator, which never contains a password. */
export function createClient({ urlOf, options }: EventStoreAddress, node: NodeAddress): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(urlOf(node))
  } catch {
    // The client's own message would contain the connection string, or would not name the file.
    for (const name of fileOptions) requireReadable(name, options.get(name.toLowerCase()))
    throw invalidAddress()
  }
}

const invalidAddress = () =>
  new Error(
    'EVENTSTORE_URL is not a connection string of EventStoreDB, such as esdb://user:password@host:2113.',
  )

function requireReadable(option: string, value: string | undefined) {
  if (value === undefined) return
  const path = /%(?![\da-f]{2})/i.test(value) ? value : decodeURIComponent(value)
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    throw new Error(`EVENTSTORE_URL names a ${option} that cannot be read: ${path}.`, { cause: error })
  }
}

/** The constructors of the generated clients. */
export type ServiceClientType<Service> = new (
  address: string,
  security: ReturnType<typeof credentials.createInsecure>,
  options: Partial<ClientOptions>,
) => Service

/** Creates a generated gRPC client that uses a channel, which has its own security. */
export const serviceClient = <Service>(
  type: ServiceClientType<Service>,
  channel: Channel,
  options: Partial<ClientOptions> = {},
): Service => new type('', credentials.createInsecure(), { ...options, channelOverride: channel })
