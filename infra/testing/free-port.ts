import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { listen } from './listening.ts'

/**
 * Below the ephemeral ports, so that no outgoing connection takes the port before the server starts. Above the ports that
 * browsers block, of which 10,080 is the last.
 */
const ports = { from: 10_100, to: 32_768 }

/** Returns a port of this machine that is free and that no outgoing connection uses. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer()
    const port = await listen(server, randomInt(ports.from, ports.to)).catch(() => undefined)
    if (port === undefined) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
