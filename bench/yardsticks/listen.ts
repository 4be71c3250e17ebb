import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'

/** Listens on a free port of this machine and prints its address. SIGTERM ends the process with its exit handlers. */
export async function listen(app: RequestListener, server: Server = createServer()): Promise<void> {
  server.on('request', app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  process.once('SIGTERM', () => process.exit())
  console.log(`http://127.0.0.1:${port}`)
}
