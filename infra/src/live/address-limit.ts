// Limits the open connections of a network address; its counter also counts the connections of a user. Some more are accepted only to be
// told why they are refused, because a browser tells a page nothing about a handshake that fails.

import type { IncomingMessage } from 'node:http'

type AddressLimitOptions = {
  perAddress: number
  /** The maximum of an address at an event. */
  perEventAddress: number
  addressOf: (request: IncomingMessage) => { address: string; key: string }
  isAtEvent: (address: string) => Promise<boolean>
}

export function addressLimit({ perAddress, perEventAddress, addressOf, isAtEvent }: AddressLimitOptions) {
  const open = new ConnectionCounter()
  const refused = new ConnectionCounter()
  const maxima = new WeakMap<IncomingMessage, number>()

  return {
    /** Returns whether to complete a handshake: the address may have another connection, or another message that it may not. */
    admits: async (request: IncomingMessage): Promise<boolean> => {
      const { address, key } = addressOf(request)
      const max = open.count(key) >= perAddress && (await isAtEvent(address)) ? perEventAddress : perAddress
      maxima.set(request, max)
      return open.count(key) < max || refused.count(key) < maxRefused
    },
    /** Counts a connection until it closes. Returns whether it may stay, is to be told that it may not, or is to be closed. */
    add: (
      request: IncomingMessage,
      onClose: (listener: () => void) => void,
    ): 'stays' | 'is-told' | 'goes' => {
      const { key } = addressOf(request)
      const mayStay = open.count(key) < (maxima.get(request) ?? perAddress)
      // Other handshakes may have gone on since this one did.
      if (!mayStay && refused.count(key) >= maxRefused) return 'goes'
      onClose((mayStay ? open : refused).add(key))
      return mayStay ? 'stays' : 'is-told'
    },
  }
}

/** How many connections of an address are notified at the same time. */
const maxRefused = 20

/** Counts open connections by key, such as an address or a user. */
export class ConnectionCounter {
  readonly #counts = new Map<string, number>()

  count(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  /** Counts one more connection. Returns a function that removes it again; further calls have no effect. */
  add(key: string): () => void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    let isCounted = true
    return () => {
      if (!isCounted) return
      isCounted = false
      const remaining = (this.#counts.get(key) ?? 0) - 1
      if (remaining > 0) this.#counts.set(key, remaining)
      else this.#counts.delete(key)
    }
  }
}
