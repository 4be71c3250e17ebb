// How the operator's shell finds the running server of a data folder: by a file that the server writes.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const fileName = 'running-server.json'

const runningServer = z.object({
  /** Where the server listens, as an address that this machine can reach. */
  address: z.string().regex(/^http:\/\/[^/]+$/),
  /** The public address, which its tokens name as their issuer. */
  issuer: z.string(),
  pid: z.int(),
})
export type RunningServer = z.infer<typeof runningServer>

/**
 * Writes into the data folder where the server of this process listens, for the operator's shell. Returns a function that
 * removes it.
 */
export function announceServer(folder: string, server: Omit<RunningServer, 'pid'>): () => void {
  const file = join(folder, fileName)
  const content = JSON.stringify({ ...server, address: reachableAddress(server.address), pid: process.pid })
  writeFileSync(`${file}.tmp`, `${content}\n`, { mode: 0o600 })
  renameSync(`${file}.tmp`, file)
  return () => {
    // Another process may have started with this folder meanwhile.
    if (findRunningServer(folder)?.pid === process.pid) rmSync(file, { force: true })
  }
}

/** Returns the server that was announced last and whose process runs; `undefined` if there is none. */
export function findRunningServer(folder: string): RunningServer | undefined {
  try {
    const server = runningServer.parse(JSON.parse(readFileSync(join(folder, fileName), 'utf8')))
    // Throws when there is no such process.
    process.kill(server.pid, 0)
    return server
  } catch {
    return undefined
  }
}

/** A server that listens on all addresses is reached on that of the machine itself. */
const reachableAddress = (address: string): string =>
  address.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])(?=:|$)/, 'http://127.0.0.1')
