import { createServer, type RequestListener, type Server } from 'node:http'

/** An HTTP server that does not wait for slow senders: 15 seconds for the headers, 30 for the whole request. */
export function httpServer(app?: RequestListener): Server {
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    app,
  )
  // Longer than the idle time of common proxies, so that they do not send into a connection that we just closed.
  server.keepAliveTimeout = 75_000
  return server
}

/** Starts listening and answers the port. Rejects when the address cannot be had, as when it is taken. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

/** Takes no more requests, finishes those under way for so many milliseconds, then ends what is left. */
export async function stopListening(server: Server, withinMs = 10_000): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), withinMs)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(timer)
}
