// How the operator's shell finds the running server of a data folder: by a file that the server writes.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'running-server.json'

export type RunningServer = {
  /** Where the server listens, as an address that this machine can reach. */
  address: string
  /** The public address, which its tokens name as their issuer. */
  issuer: string
  pid: number
}

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
    const server = parseServer(JSON.parse(readFileSync(join(folder, fileName), 'utf8')))
    // Throws when there is no such process.
    process.kill(server.pid, 0)
    return server
  } catch {
    return undefined
  }
}

/** Throws for what `announceServer` does not write. */
function parseServer(value: Partial<Record<keyof RunningServer, unknown>>): RunningServer {
  const { address, issuer, pid } = value
  const isComplete = typeof address === 'string' && typeof issuer === 'string' && typeof pid === 'number'
  if (!isComplete || !/^http:\/\/[^/]+$/.test(address)) throw new TypeError('It is no running server.')
  return { address, issuer, pid }
}

/** A server that listens on all addresses is reached on that of the machine itself. */
const reachableAddress = (address: string): string =>
  address.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])(?=:|$)/, 'http://127.0.0.1')
