import { io, type Socket } from 'socket.io-client'

/** A message as a socket heard it: its name, and what it carried. */
export type ReceivedMessage = { message: string; payload: unknown }

/**
 * A socket of somebody who is signed in, or of a visitor of a page at `origin`, as a browser has it but for coming back;
 * everything that it hears is kept. Rejects with the error that the server gives.
 */
export async function openSocket(
  url: string,
  token: string | undefined,
  origin?: string,
): Promise<{ socket: Socket; heard: ReceivedMessage[] }> {
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: token === undefined ? {} : { token },
    ...(origin !== undefined && { extraHeaders: { origin } }),
  })
  const heard: ReceivedMessage[] = []
  socket.onAny((message: string, payload: unknown) => heard.push({ message, payload }))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return { socket, heard }
}
