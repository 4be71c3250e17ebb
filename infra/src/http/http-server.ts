// The HTTP server of a process: the time that requests have, where it listens, and how it ends.

import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { ConfigError } from '../config/config-error.ts'
import { errorCode } from '../system-errors.ts'
import { limitRequestTime, longRequestTimeoutMs } from './request-timeout.ts'

/** The HTTP server of a process. It listens before the product is ready, so that probes see the process start. */
export type HttpServer = Awaited<ReturnType<typeof startHttpServer>>

/** Where a server listens, as it is configured. */
type Place = { host: string; port: number; publicUrl: URL }

const limits = { requestTimeout: longRequestTimeoutMs, headersTimeout: 15_000, keepAliveTimeout: 65_000 }

/** Listens on the configured port. Throws `ConfigError` if the port cannot be used. */
export async function startHttpServer(place: Place, first: RequestListener) {
  let listener = first
  const server = createServer(limits, (request, response) => {
    limitRequestTime(request, response)
    listener(request, response)
  })
  await listen(server, place.port, place.host)
  return {
    server,
    address: serverAddress(server, place),
    /** Sends all further requests to another listener. */
    setListener: (next: RequestListener): void => {
      listener = next
    },
    close: () => closeServer(server),
  }
}

/** Where a server listens, such as `http://127.0.0.1:3000`. */
export function serverAddress(server: Server, { host, publicUrl }: Omit<Place, 'port'>): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : Number(publicUrl.port)
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

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
