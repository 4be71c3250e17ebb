import { once } from 'node:events'
import type { Server } from 'node:http'
import { ConfigError } from '../config/config.ts'

/** Starts to listen. Throws `ConfigError` with a sentence that names the variable when it cannot be. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  const listening = once(server, 'listening')
  server.listen(port, host)
  try {
    await listening
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const sentence = sentences[code]?.(port, host)
    throw sentence === undefined ? error : new ConfigError(sentence)
  }
}

const noAddress = (_port: number, host: string) => `HOST ${host} is no address of this machine.`

const sentences: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) =>
    `PORT ${port} is in use on ${host}: stop the other program, or set PORT to another one.`,
  EACCES: (port) => `PORT ${port} may not be used by this user; set PORT to one above 1023.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
}
