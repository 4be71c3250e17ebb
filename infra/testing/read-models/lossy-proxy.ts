import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Stands between a client and its server, and loses what it is told to lose. */
export type LossyProxy = {
  readonly url: string
  /** The next reply of the server is swallowed, and its connection cut. */
  loseNextReply(): void
  /** How many replies were lost. */
  lostReplies(): number
  close(): Promise<void>
}

export async function startLossyProxy(port: number): Promise<LossyProxy> {
  const sockets = new Set<Socket>()
  let isArmed = false
  let lost = 0

  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        sockets.delete(socket)
        cut()
      })
    }
    client.on('data', (chunk) => upstream.write(chunk))
    upstream.on('data', (chunk) => {
      if (!isArmed) return client.write(chunk)
      isArmed = false
      lost += 1
      return cut()
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
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
