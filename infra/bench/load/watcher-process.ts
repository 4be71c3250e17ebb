import { WebSocket } from 'ws'
import { nowMs, type WatcherReport, type WatchOptions } from './watchers.ts'

// The sockets of `watchers.ts`: no Socket.IO client, but the least that hears what a server sends, since whatever a
// watcher does takes time from the server it is there to measure.

/** Opened at once; more would overrun what a server lets wait. */
const atOnce = 50
/** Packets of Engine.IO and Socket.IO, as far as they are met here. */
const [opened, ping, pong, join, joined, event] = ['0', '2', '3', '40', '40', '42']

process.once('message', (watching: WatchOptions) => void begin(watching))
process.once('disconnect', () => process.exit())

async function begin({ address, message, tokens: people }: WatchOptions): Promise<void> {
  const start = `${event}["${message}",`
  let count = 0
  const hear = (packet: string) => {
    if (!packet.startsWith(start) || ++count < people.length) return
    count = 0
    say({ at: nowMs(), payload: packet.slice(start.length, -1) })
  }
  const url = `${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  for (let at = 0; at < people.length; at += atOnce)
    await Promise.all(people.slice(at, at + atOnce).map((token) => connect(url, token, hear)))
  say({ at: nowMs() })
}

const say = (heard: WatcherReport) => process.send?.(heard)

function connect(url: string, token: string, hear: (packet: string) => void): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  return new Promise((resolve, reject) => {
    socket.on('message', (data) => {
      // One Buffer, unless a socket is asked for something else.
      const packet = (data as Buffer).toString()
      if (packet.startsWith(event)) hear(packet)
      else if (packet === ping) socket.send(pong)
      else if (packet.startsWith(opened)) socket.send(join + JSON.stringify({ token }))
      else if (packet.startsWith(joined)) resolve()
      else reject(new Error(`The server said ${packet}`))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The server ended a socket.')))
  })
}
