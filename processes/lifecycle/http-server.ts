import { createServer, type RequestListener, type Server } from 'node:http'
import type { Config } from '../config/config.ts'
import { closeServer, listen } from '@thirty/infra/http/listen.ts'
import { limitRequestTime, longRequestTimeoutMs } from '@thirty/infra/http/request-timeout.ts'

/** The HTTP server of a process. It listens before the product is ready, so that probes see the process start. */
export type HttpServer = Awaited<ReturnType<typeof startHttpServer>>

const limits = { requestTimeout: longRequestTimeoutMs, headersTimeout: 15_000, keepAliveTimeout: 65_000 }

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
    close: () => closeServer(server),
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
