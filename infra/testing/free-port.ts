import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below those that systems give to connections: a server that starts later, or again, would find its port taken. Above
 * those that browsers refuse to open, of which 10,080 is the last.
 */
const ports = { first: 10_100, behind: 32_768 }

/** A port of this machine on which nobody listens just now, and that no connection will be given. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.first, ports.behind)
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
