// Creates a generated gRPC client that uses a channel, which has its own security.

import { credentials, type Channel, type ClientOptions } from '@grpc/grpc-js'

/** The constructors of the generated clients. */
export type ServiceClientType<Service> = new (
  address: string,
  security: ReturnType<typeof credentials.createInsecure>,
  options: Partial<ClientOptions>,
) => Service

export const serviceClient = <Service>(
  type: ServiceClientType<Service>,
  channel: Channel,
  options: Partial<ClientOptions> = {},
): Service => new type('', credentials.createInsecure(), { ...options, channelOverride: channel })
