import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy between a client and its server that loses replies on demand. */
export type LossyProxy = {
  readonly url: string
  /** Drops the next reply of the server and closes its connection. */
  loseNextReply(): void
  /** Returns the number of lost replies. */
  lostReplies(): number
  /** Answers nothing any more, on open and on new connections, as a frozen server does. */
  freeze(): void
  /** Answers on new connections, as another server at the same address does. The frozen ones stay open. */
  replaceServer(): void
  close(): Promise<void>
}

/** Starts a proxy for the server on this port. `onRequest` receives what clients send, before the server does. */
export async function startLossyProxy(
  port: number,
  onRequest: (request: string) => void = () => undefined,
): Promise<LossyProxy> {
  const sockets = new Set<Socket>()
  let isArmed = false
  let lost = 0
  const clients = new Set<Socket>()
  const frozen = new WeakSet<Socket>()
  let isFrozen = false

  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    clients.add(client)
    client.on('close', () => clients.delete(client))
    if (isFrozen) frozen.add(client)
    const disconnect = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', disconnect)
      socket.on('close', () => {
        sockets.delete(socket)
        disconnect()
      })
    }
    client.on('data', (chunk) => {
      onRequest(chunk.toString())
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (frozen.has(client)) return undefined
      if (!isArmed) return client.write(chunk)
      isArmed = false
      lost += 1
      return disconnect()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    // A server that listens on a port has an address with one.
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseNextReply: () => {
      isArmed = true
    },
    lostReplies: () => lost,
    freeze: () => {
      isFrozen = true
      for (const client of clients) frozen.add(client)
    },
    replaceServer: () => {
      isFrozen = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
