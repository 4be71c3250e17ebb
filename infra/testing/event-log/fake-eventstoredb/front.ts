import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/**
 * What callers of a server connect to. It can hang like a machine that stands still: its sockets stay open and new ones are
 * accepted, but nothing is read or sent. What was sent to it meanwhile is received when it goes on.
 */
export type Front = {
  port: number
  /** Hangs; with `accepting`, new connections work, as after a network that swallowed the existing ones. */
  hang(how?: 'accepting'): void
  goOn(): void
  /** Breaks all connections and stops listening. */
  stop(): Promise<void>
}

/** Listens on a port, 0 for a free one, and passes everything on to the server at `target`. */
export async function startFront({ port, target }: { port: number; target: number }): Promise<Front> {
  const sockets = new Set<Socket>()
  const waiting = new Set<Socket>()
  let isHanging = false

  const server = createServer({ pauseOnConnect: true }, (caller) => {
    add(caller)
    if (isHanging) waiting.add(caller)
    else pass(caller)
  })

  function add(socket: Socket) {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      waiting.delete(socket)
    })
  }

  function pass(caller: Socket) {
    const server = connect(target, '127.0.0.1')
    add(server)
    for (const [from, to] of [
      [caller, server],
      [server, caller],
    ] as const) {
      from.on('data', (data) => {
        if (!to.write(data)) from.pause()
      })
      to.on('drain', () => {
        if (!isStopped.has(from)) from.resume()
      })
      from.on('close', () => to.destroy())
    }
    caller.resume()
  }

  const isStopped = new WeakSet<Socket>()

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    // A server that listens on a port has an address with one.
    port: (server.address() as AddressInfo).port,
    hang(how) {
      isHanging = how !== 'accepting'
      for (const socket of sockets) {
        isStopped.add(socket)
        socket.pause()
      }
    },
    goOn() {
      isHanging = false
      for (const socket of sockets) {
        isStopped.delete(socket)
        if (!waiting.has(socket)) socket.resume()
      }
      for (const caller of waiting) pass(caller)
      waiting.clear()
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
