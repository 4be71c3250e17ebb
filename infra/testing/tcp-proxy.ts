import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { listen } from './listening.ts'

/**
 * What callers of a server connect to. It can hang like a machine that stands still: its sockets stay open and new ones are
 * accepted, but nothing is read or sent. Data sent to it meanwhile is received when it continues.
 */
export type TcpProxy = {
  port: number
  /** Drops the next reply of the server and closes its connection. */
  loseNextReply(): void
  /** Returns the number of lost replies. */
  lostReplies(): number
  /** Hangs; with `accepting`, new connections work, as after a network that swallowed the existing ones. */
  hang(how?: 'accepting'): void
  goOn(): void
  /** Breaks all connections and stops listening. */
  stop(): Promise<void>
}

/**
 * Listens on a port, a free one if it is missing or 0, and passes everything on to the server at the port `target`. `onRequest` receives
 * what callers send, before the server does.
 */
export async function startTcpProxy({
  port = 0,
  target,
  onRequest = () => undefined,
}: {
  port?: number
  target: number
  onRequest?: (request: string) => void
}): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const waiting = new Set<Socket>()
  let isHanging = false
  let isArmed = false
  let lost = 0

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
        if (from === caller) onRequest(data.toString())
        else if (isArmed) {
          isArmed = false
          lost += 1
          return void from.destroy()
        }
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

  return {
    port: await listen(server, port),
    loseNextReply() {
      isArmed = true
    },
    lostReplies: () => lost,
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
