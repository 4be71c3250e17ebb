import { createServer, type RequestListener, type Server } from 'node:http'
import type { Config } from '../config/config.ts'
import { listen } from '@thirty/infra/http/listen.ts'
import { limitRequestTime, longRequestTimeoutMs } from '@thirty/infra/http/request-timeout.ts'

/** The HTTP server of a process. It listens before the product is ready, so that probes see the process start. */
export type HttpServer = Awaited<ReturnType<typeof startHttpServer>>

const limits = { requestTimeout: longRequestTimeoutMs, headersTimeout: 15_000, keepAliveTimeout: 65_000 }
/** Milliseconds between two checks for idle connections while the server closes. */
const idleCheckMs = 50

/** Listens on the configured port. Throws `ConfigError` if the port cannot be used. */
export async function startHttpServer(config: Config, first: RequestListener) {
  let listener = first
  const server = createServer(limits, (request, response) => {
    limitRequestTime(request, response)
    listener(request, response)
  })
  await listen(server, config.port, config.host)
  return {
    server,
    address: serverAddress(server, config),
    /** Sends all further requests to another listener. */
    setListener: (next: RequestListener): void => {
      listener = next
    },
    /** Accepts no more requests. Resolves when those in flight have been answered. */
    close: async (): Promise<void> => {
      if (!server.listening) return
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // A kept-alive connection that becomes idle only now would delay the shutdown for a minute.
      const idleCheck = setInterval(() => server.closeIdleConnections(), idleCheckMs)
      await closed
      clearInterval(idleCheck)
    },
  }
}

/** Where a server listens, such as `http://127.0.0.1:3000`. */
export function serverAddress(
  server: Server,
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : Number(publicUrl.port)
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
