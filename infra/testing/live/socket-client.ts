import type { ServerMessages } from '@thirty/contracts/live/live.ts'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'

/** A message that a socket received. */
export type ReceivedMessage = { message: string; payload: unknown }

export type OpenSocket = {
  socket: Socket
  heard: ReceivedMessage[]
  /** Returns what the received messages of a name contain. */
  payloads: <Name extends keyof ServerMessages>(name: Name) => ServerMessages[Name][]
  /** Returns the names of the received messages. */
  names: () => string[]
}

/**
 * Connects a socket with a token, or as a visitor of a page at `origin`, like a browser but without reconnection. All
 * received messages are recorded. Rejects with the error of the server.
 */
export async function openSocket(
  url: string,
  token: unknown,
  origin?: string,
  options: Partial<ManagerOptions & SocketOptions> = {},
): Promise<OpenSocket> {
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: token === undefined ? {} : { token },
    ...(origin !== undefined && { extraHeaders: { origin } }),
    ...options,
  })
  const heard: ReceivedMessage[] = []
  socket.onAny((message: string, payload: unknown) => heard.push({ message, payload }))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return {
    socket,
    heard,
    // Safe: the contract defines the payload of each message; a spec checks them.
    payloads: <Name extends keyof ServerMessages>(name: Name) =>
      heard.flatMap(({ message, payload }) => (message === name ? [payload as ServerMessages[Name]] : [])),
    names: () => heard.map(({ message }) => message),
  }
}
