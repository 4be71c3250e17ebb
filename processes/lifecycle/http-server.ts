import { createServer, type RequestListener, type Server } from 'node:http'
import type { Config } from '@thirty/infra/config/config.ts'
import { listen } from '@thirty/infra/http/listen.ts'
import { serverAddress } from '../start-banner.ts'

/** The HTTP server of a process. It listens before there is anything to serve, so that others can see it start. */
export type HttpServer = {
  server: Server
  /** Where it listens, as `http://127.0.0.1:3000`. */
  address: string
  /** From here on requests go to somebody else. */
  setListener(listener: RequestListener): void
  /** Takes no more requests; done when those under way have their answers. */
  close(): Promise<void>
}

const limits = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }
/** Milliseconds between two looks for connections that have become idle while the server ends. */
const sweepEvery = 50

/** Opens the port of a process for a first listener. Throws `ConfigError` when it cannot be had. */
export async function startHttpServer(config: Config, first: RequestListener): Promise<HttpServer> {
  let listener = first
  const server = createServer(limits, (request, response) => listener(request, response))
  await listen(server, config.port, config.host)
  return {
    server,
    address: serverAddress(server, config),
    setListener: (next) => {
      listener = next
    },
    close: async () => {
      if (!server.listening) return
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // A connection that was busy becomes idle after its answer; left open, it would hold the end up for a minute.
      const sweep = setInterval(() => server.closeIdleConnections(), sweepEvery)
      await closed
      clearInterval(sweep)
    },
  }
}
