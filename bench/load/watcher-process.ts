import { WebSocket } from 'ws'
import { nowMs, type WatcherReport, type WatchOptions } from './watchers.ts'

// The sockets of `watchers.ts`. Not a Socket.IO client but a minimal one, because the work of the watchers takes time from
// the measured server.

/** Sockets that connect at once; more would exceed the server's backlog. */
const connectBatch = 50
/** Packet types of Engine.IO and Socket.IO. */
const [opened, ping, pong, join, joined, event] = ['0', '2', '3', '40', '40', '42']

process.once('message', (options: WatchOptions) => void watch(options))
process.once('disconnect', () => process.exit())

async function watch({ address, message, tokens }: WatchOptions): Promise<void> {
  const start = `${event}["${message}",`
  let count = 0
  const receive = (packet: string) => {
    if (!packet.startsWith(start) || ++count < tokens.length) return
    count = 0
    report({ at: nowMs(), payload: packet.slice(start.length, -1) })
  }
  const url = `${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  for (let first = 0; first < tokens.length; first += connectBatch)
    await Promise.all(tokens.slice(first, first + connectBatch).map((token) => connect(url, token, receive)))
  report({ at: nowMs() })
}

const report = (message: WatcherReport) => process.send?.(message)

function connect(url: string, token: string, receive: (packet: string) => void): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  return new Promise((resolve, reject) => {
    socket.on('message', (data) => {
      // Safe: `ws` passes a Buffer by default.
      const packet = (data as Buffer).toString()
      if (packet.startsWith(event)) receive(packet)
      else if (packet === ping) socket.send(pong)
      else if (packet.startsWith(opened)) socket.send(join + JSON.stringify({ token }))
      else if (packet.startsWith(joined)) resolve()
      else reject(new Error(`Unexpected packet: ${packet}`))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The server closed a socket.')))
  })
}
