// What the journeys and the process that runs their products send each other.

export type Environment = Readonly<Record<string, string | undefined>>

/** The diagnostics channel on which the host publishes the environment of a product before it starts it. */
export const productStarts = 'thirty-product-starts'

/** A command to the host about one of its products. `environment` is the environment from which `npm start` reads its settings. */
export type HostCommand =
  | { action: 'start'; product: string; environment: Environment }
  | { action: 'stop'; product: string }

/** A command on its way to the process. */
export type HostRequest = { id: number; command: HostCommand }

/** Sent when a command was carried out. `error`: why it was not. */
export type HostReply = { id: number; error?: string }
