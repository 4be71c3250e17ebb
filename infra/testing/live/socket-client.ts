import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'

/** A message that a socket received. */
export type ReceivedMessage = { message: string; payload: unknown }

/**
 * Connects a socket with a token, or as a visitor of a page at `origin`, like a browser but without reconnection. All
 * received messages are recorded. Rejects with the error of the server.
 */
export async function openSocket(
  url: string,
  token: unknown,
  origin?: string,
  options: Partial<ManagerOptions & SocketOptions> = {},
): Promise<{ socket: Socket; heard: ReceivedMessage[] }> {
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: token === undefined ? {} : { token },
    ...(origin !== undefined && { extraHeaders: { origin } }),
    ...options,
  })
  const received: ReceivedMessage[] = []
  socket.onAny((message: string, payload: unknown) => received.push({ message, payload }))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return { socket, heard: received }
}
