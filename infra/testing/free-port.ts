import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ephemeral ports, so that no outgoing connection takes the port before the server starts. Above the ports that
 * browsers block, of which 10,080 is the last.
 */
const ports = { from: 10_100, to: 32_768 }

/** Returns a port of this machine that is free and that no outgoing connection uses. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.from, ports.to)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
