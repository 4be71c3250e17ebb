import { WebSocket } from 'ws'

/** The addresses of the web processes that new connections go to. A deployment takes those away that it ends. */
export type Network = { addresses: readonly string[]; readonly openSockets: Map<string, number> }

/** The connection of one browser to the product. It can be cut: its sockets close, and nothing gets through until it is restored. */
export type Line = {
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  openSocket: (url: string) => WebSocket
  cut: () => void
  restore: () => void
  close: () => void
}

/** Nobody listens there. */
const nowhere = 'ws://127.0.0.1:1'

/** `onOpen` is called whenever a socket has connected. */
export function createLine(network: Network, onOpen: () => void): Line {
  let cutting = new AbortController()
  const sockets = new Set<WebSocket>()
  const terminate = () => sockets.forEach((socket) => socket.terminate())

  return {
    fetch: (path, init = {}) => {
      const signals = [cutting.signal, ...(init.signal ? [init.signal] : [])]
      return fetch(new URL(path, leastUsed(network)), { ...init, signal: AbortSignal.any(signals) })
    },
    openSocket: (url) => {
      const address = leastUsed(network)
      const { pathname, search } = new URL(url)
      const target = cutting.signal.aborted ? nowhere : address.replace('http', 'ws') + pathname + search
      const socket = new WebSocket(target, { perMessageDeflate: false })
      sockets.add(socket)
      count(network, address, 1)
      socket.once('open', onOpen)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        count(network, address, -1)
      })
      return socket
    },
    cut: () => {
      cutting.abort(new TypeError('The network is gone.'))
      terminate()
    },
    restore: () => {
      cutting = new AbortController()
    },
    close: terminate,
  }
}

const count = ({ openSockets }: Network, address: string, change: number) =>
  openSockets.set(address, (openSockets.get(address) ?? 0) + change)

/** Chooses as the proxy of a deployment does: the process with the fewest connections. */
function leastUsed({ addresses, openSockets }: Network): string {
  const [first = '', ...others] = addresses
  const used = (address: string) => openSockets.get(address) ?? 0
  return others.reduce((least, address) => (used(address) < used(least) ? address : least), first)
}
