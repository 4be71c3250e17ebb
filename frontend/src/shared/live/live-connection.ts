// The state of the live connection, for the components that show it. `live-socket.ts` makes the connection and sets the state.

import { create } from 'zustand'

/** The state of this browser's live connection. Times in milliseconds since 1970. */
export type LiveConnection =
  | { state: 'connecting' }
  | { state: 'live'; updatedAt: number }
  /** The socket is connected, but the server has been lagging since then. */
  | { state: 'behind'; since: number }
  | { state: 'reconnecting'; retryAt: number }
  | { state: 'offline'; since: number }
  /** There are too many connections; `reason` is the text of the server, in the language of the page. */
  | { state: 'full'; reason: string; retryAt: number }

type ConnectionStore = {
  connection: LiveConnection
  /** When the last message arrived, in milliseconds since 1970. */
  lastMessageAt: number | undefined
}

export const useLiveConnection = create<ConnectionStore>(() => ({
  connection: { state: 'connecting' },
  lastMessageAt: undefined,
}))
