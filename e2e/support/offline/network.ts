import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A network between browsers and a server that can be taken away, also for connections that are open. */
export type Network = {
  url: string
  /** Nothing is transmitted any more, in either direction, and no error is reported. */
  silence(): void
  /** New connections are transmitted. Connections from before the silence are closed; a connection that began during it is never answered. */
  restore(): void
  close(): Promise<void>
}

/** Starts a network in front of a server on this machine. */
export async function startNetwork(serverUrl: string): Promise<Network> {
  const port = Number(new URL(serverUrl).port)
  const pairs = new Set<readonly [Socket, Socket]>()
  const unanswered = new Set<Socket>()
  let isSilent = false
  const server = createServer((browser) => {
    if (isSilent) {
      unanswered.add(browser.on('error', () => undefined))
      return
    }
    const target = connect(port, '127.0.0.1')
    const pair = [browser, target] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [target, browser] as const]) {
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        pairs.delete(pair)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address and a port.
  const address = server.address() as AddressInfo
  const closeAll = () => {
    for (const [browser, target] of pairs) {
      browser.destroy()
      target.destroy()
    }
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    silence: () => {
      isSilent = true
      for (const [browser, target] of pairs) {
        browser.unpipe()
        target.unpipe()
      }
    },
    restore: () => {
      isSilent = false
      closeAll()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        closeAll()
        for (const browser of unanswered) browser.destroy()
      }),
  }
}
