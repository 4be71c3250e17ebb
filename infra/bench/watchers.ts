import { io, type Socket } from 'socket.io-client'

/** Sockets that all hear the same. */
export type Crowd = Disposable & {
  /** When the last of them has heard the next frame, as `performance.now()` tells it. */
  next(): Promise<number>
  /** The frame that was heard last. */
  last(): unknown
}

type Watching = { address: string; message: string; people: readonly string[] }

/** Opened at once; more would overrun what a server lets wait. */
const atOnce = 100
const patience = 10_000

/** One websocket for each of the tokens, all connected. */
export async function watch({ address, message, people }: Watching): Promise<Crowd> {
  const sockets: Socket[] = []
  for (let at = 0; at < people.length; at += atOnce)
    sockets.push(
      ...(await Promise.all(people.slice(at, at + atOnce).map((token) => connect(address, token)))),
    )

  let heard = 0
  let frame: unknown
  let everybody = Promise.withResolvers<number>()
  const hear = (payload: unknown) => {
    if (++heard === sockets.length) everybody.resolve(performance.now())
    frame = payload
  }
  for (const socket of sockets) socket.on(message, hear)

  return {
    next: () => {
      heard = 0
      everybody = Promise.withResolvers()
      const { promise, reject } = everybody
      const late = setTimeout(
        () => reject(new Error(`${heard} of ${sockets.length} heard ${message}.`)),
        patience,
      )
      return promise.finally(() => clearTimeout(late))
    },
    last: () => frame,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.disconnect()
    },
  }
}

function connect(address: string, token: string): Promise<Socket> {
  const socket = io(address, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token },
  })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}
