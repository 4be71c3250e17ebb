// Reads the connection string of EventStoreDB, and creates clients.

import { accessSync, constants } from 'node:fs'
import { EventStoreDBClient } from '@eventstore/db-client'
import { parseEventStoreAddress, type EventStoreAddress } from '../../config/engine-address.ts'
import { credentials, type Channel, type ClientOptions } from '@grpc/grpc-js'

/** A node of the store, as `host:port`. */
export type NodeAddress = string

/** The options of a connection string that name a file. */
const fileOptions = ['tlsCAFile', 'userCertFile', 'userKeyFile']

/**
 * Parses a connection string, and creates a client of its first node. Throws an Error with a message for the operator, which never
 * contains a password.
 */
export function createClient(url: string): { address: EventStoreAddress; client: EventStoreDBClient } {
  const address = parseEventStoreAddress(url.trim())
  try {
    if (address) return { address, client: EventStoreDBClient.connectionString(address.url) }
  } catch {
    // The client's own message would contain the connection string, or would not name the file.
    for (const name of fileOptions) requireReadable(name, address?.options.get(name.toLowerCase()))
  }
  throw new Error(
    'EVENTSTORE_URL is not a connection string of EventStoreDB, such as esdb://user:password@host:2113.',
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
