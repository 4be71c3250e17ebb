import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { listen } from './listening.ts'

/** Starts a server, until the end of the test, that must receive no connection. */
export async function startCanary() {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  onTestFinished(() => void server.close())
  return { port: await listen(server), connections: () => connections }
}
