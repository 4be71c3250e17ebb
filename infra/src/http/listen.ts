// Lets an HTTP server listen, and closes it.

import { once } from 'node:events'
import type { Server } from 'node:http'
import { ConfigError } from '../config/config-error.ts'
import { errorCode } from '../system-errors.ts'

/** Starts listening. Throws `ConfigError` with a message that names the variable when the address cannot be used. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  const listening = once(server, 'listening')
  server.listen(port, host)
  try {
    await listening
  } catch (error) {
    const message = messages[errorCode(error)]?.(port, host)
    throw message === undefined ? error : new ConfigError(message)
  }
}

const notThisMachine = (_port: number, host: string) => `HOST ${host} is not an address of this machine.`

const messages: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) =>
    `PORT ${port} is in use on ${host}: stop the other program, or set PORT to another one.`,
  EACCES: (port) => `PORT ${port} cannot be used by this user; set PORT to one above 1023.`,
  EADDRNOTAVAIL: notThisMachine,
  ENOTFOUND: notThisMachine,
  EAI_AGAIN: notThisMachine,
}

const idleCheckMs = 50

/** Accepts no more requests. Resolves when those in flight have been answered. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return
  // A kept-alive connection that becomes idle only now would delay the shutdown for a minute.
  const idleCheck = setInterval(() => server.closeIdleConnections(), idleCheckMs)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(idleCheck)
}
