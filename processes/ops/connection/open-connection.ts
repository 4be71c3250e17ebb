// Connects the operator's shell to an installation: to its running server, or to its stores. The embedded log has one writer, and read
// models without Redis are in the memory of the server, so the shell cannot open the data folder beside it. The lock of the folder tells
// a running server from a file that a killed server left. Operators have their own token, signed with the secret of the installation (a
// holder of that secret can forge any session), for a minute, and valid only if both ends of the connection have the same address and no
// proxy came between. A socket file would be simpler, but containers and Windows have no common place for one. The shell at rest serves
// the API of its own stores on a socket in a folder that only this user can enter: nothing listens on a network.

import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { randomUUID } from 'node:crypto'
import { systemClock } from '@thirty/infra/scheduler.ts'
import { FolderInUse, lockFolder } from '@thirty/infra/event-log/sqlite/folder-lock.ts'
import { operatorTokens } from '@thirty/infra/http/authentication/caller-tokens.ts'
import { createDataFolder } from '@thirty/infra/config/data-folder.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { createLogger } from '@thirty/infra/logger.ts'
import type { Config } from '../../config/config.ts'
import { findSecret } from '../../config/secrets.ts'
import { ShellFault, type ShellCommand } from '../shell-context.ts'
import { openWebCore } from '../../core.ts'
import { operationsElsewhere } from '../server/running-elsewhere.ts'
import { operatorClient, type OperatorClient } from './operator-client.ts'
import { findRunningServer, type RunningServer } from './running-server.ts'
import { createProcessContext } from '../../lifecycle/process-context.ts'
import { webApp } from '../../web-app.ts'

/**
 * How the shell reaches the product. `server`: through the HTTP API of the process that holds the embedded log or the read
 * models; `rest`: no process runs, so the shell opens the core itself; `beside`: log and read models are shared, so the
 * shell opens the core beside the running processes.
 */
export type Connection = {
  mode: 'server' | 'rest' | 'beside'
  client: OperatorClient
  close(): Promise<void>
}

export type ConnectedCommand = ShellCommand & Pick<Connection, 'mode' | 'client'>

/** Runs work of a command with a connection to the product, and closes it. Throws `ShellFault`. */
export async function withConnection<Result>(
  command: ShellCommand,
  work: (connected: ConnectedCommand) => Promise<Result>,
): Promise<Result> {
  const { close, ...connection } = await openConnection(command)
  try {
    return await work({ ...command, ...connection })
  } finally {
    command.showProgress('')
    await close()
  }
}

async function openConnection({ config, showProgress, signal }: ShellCommand): Promise<Connection> {
  const isShared = config.eventStoreUrl !== undefined && config.redisUrl !== undefined
  if (!isShared) {
    const server = runningServer(config)
    if (server) return connectTo(server, config, signal)
  }
  if (config.eventStoreUrl === undefined) requireLog(config.dataDir)
  showProgress('Opening the log and the read models …')
  const connection = await openCoreForShell(config, isShared ? 'beside' : 'rest', signal)
  showProgress('')
  return connection
}

/** Throws `ShellFault` if a folder has no embedded log: the shell must not begin a new installation. */
export function requireLog(folder: string): void {
  if (!existsSync(join(folder, 'events.db')))
    throw new ShellFault(`There is no event log in ${folder}. Set DATA_DIR to its folder.`)
}

/**
 * Returns the server that holds the embedded log or read models in its memory; `undefined` if none does. Throws
 * `ShellFault` if a process holds the log, but is not a server.
 */
function runningServer({ dataDir, eventStoreUrl }: Config): RunningServer | undefined {
  const server = findRunningServer(dataDir)
  if (eventStoreUrl !== undefined) return server
  // The lock tells a running server from another process that has the id of a killed one.
  if (!isInUse(dataDir)) return undefined
  if (server !== undefined) return server
  throw new ShellFault(
    `A process uses the event log in ${dataDir}, but does not say where it listens. If it is starting, try again in a moment. If it is another shell, wait until it ends.`,
  )
}

function isInUse(folder: string): boolean {
  if (!existsSync(join(folder, 'events.db'))) return false
  try {
    lockFolder(folder)()
    return false
  } catch (error) {
    if (error instanceof FolderInUse) return true
    throw error
  }
}

function connectTo({ issuer, address }: RunningServer, config: Config, signal: AbortSignal): Connection {
  const secret = findSecret(config, 'JWT_SECRET')
  // It is never made here: the server would not know it.
  if (secret === undefined) throw new ShellFault('JWT_SECRET must be set to that of the running server.')
  const tokens = operatorTokens({ secret, issuer, clock: systemClock })
  const { hostname, port } = new URL(address)
  const target = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
  const client = operatorClient(target, { issueToken: tokens.issue, signal })
  return { mode: 'server', client, close: async () => undefined }
}

/** Milliseconds that a person, or a job that runs every hour, waits for a store that does not respond. */
const storeWaitMs = 30_000

/** `beside`: other processes build the read models. Throws what `openWebCore` throws. */
export async function openCoreForShell(config: Config, mode: 'rest' | 'beside', signal: AbortSignal) {
  createDataFolder(config.dataDir)
  // Standard output belongs to the results of the command.
  const destination = { write: (line: string) => void process.stderr.write(line) }
  const context = createProcessContext(
    { ...config, role: mode === 'beside' ? 'web' : 'all', selfCheckMs: 0 },
    createLogger({ level: 'error', destination }),
    storeWaitMs,
  )
  const { shutdown } = context
  const close = async () => void (await shutdown.close())
  try {
    const core = await openWebCore(context, { isShell: true })
    const { app } = webApp({
      ...core,
      operations: core.operations ?? operationsElsewhere(core),
      limits: rateLimits({ isEnabled: false }),
      // Only this process knows the socket.
      isOperatorAdmitted: () => true,
    })
    const folder = mkdtempSync(join(tmpdir(), 'thirty-ops-'))
    shutdown.defer(() => rmSync(folder, { recursive: true, force: true }))
    const socketPath =
      process.platform === 'win32' ? String.raw`\\.\pipe\thirty-ops-${randomUUID()}` : join(folder, 'socket')
    const server = createServer(app)
    await once(server.listen(socketPath), 'listening')
    shutdown.defer(() => {
      server.closeAllConnections()
      server.close()
    })
    const issuer = config.publicUrl.origin
    const tokens = operatorTokens({ secret: core.secret, issuer, clock: systemClock })
    const client = operatorClient({ socketPath }, { issueToken: tokens.issue, signal })
    return { mode, client, close }
  } catch (error) {
    await close()
    throw error
  }
}
