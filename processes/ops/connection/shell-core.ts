// Opens log, read models and commands in the process of the operator's shell, and serves its API on a socket in a folder that only this
// user can enter: nothing listens on a network.

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { createCommands } from '@thirty/command-api/handle.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { createDataFolder } from '@thirty/infra/config/data-folder.ts'
import { operatorTokens } from '@thirty/infra/http/authentication/operator-tokens.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { createLogger } from '@thirty/infra/logger.ts'
import type { Config } from '../../config/config.ts'
import { openPush } from '../../adapters/push.ts'
import { openWebCore, type WebCore } from '../../core.ts'
import { createShutdown } from '../../lifecycle/shutdown.ts'
import { createProcessContext } from '../../lifecycle/process-context.ts'
import { webApp } from '../../web-app.ts'
import type { Target } from './operator-client.ts'

type OpenedCore = { core: WebCore; target: Target; issueToken(): string; close(): Promise<void> }

/** Milliseconds that a person, or a job that runs every hour, waits for a store that does not respond. */
const storeWaitMs = 30_000

/** `beside`: other processes build the read models. Throws what `openWebCore` throws. */
export async function openCoreForShell(config: Config, mode: 'rest' | 'beside'): Promise<OpenedCore> {
  createDataFolder(config.dataDir)
  // Standard output belongs to the results of the command.
  const destination = { write: (line: string) => void process.stderr.write(line) }
  const context = createProcessContext(
    { ...config, role: mode === 'beside' ? 'web' : 'all', selfCheckMs: 0 },
    createLogger({ level: 'error', destination }),
    storeWaitMs,
  )
  const shutdown = createShutdown(context.logger)
  const close = async () => void (await shutdown.close())
  try {
    const core = await openWebCore(context, shutdown, { isShell: true })
    const { secrets } = core
    const { app } = webApp({
      ...core,
      ...openPush(core),
      commands: createCommands(core),
      limits: rateLimits({ isEnabled: false }),
      // Only this process knows the socket.
      isOperatorAdmitted: () => true,
    })
    const folder = mkdtempSync(join(tmpdir(), 'thirty-ops-'))
    shutdown.defer(() => rmSync(folder, { recursive: true, force: true }))
    const socketPath =
      process.platform === 'win32' ? String.raw`\\.\pipe\thirty-ops-${randomUUID()}` : join(folder, 'socket')
    const server = createServer(app)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(socketPath, resolve)
    })
    shutdown.defer(() => {
      server.closeAllConnections()
      server.close()
    })
    const issuer = config.publicUrl.origin
    const tokens = operatorTokens({ secret: secrets.jwtSecret, issuer, clock: systemClock })
    return { core, target: { socketPath }, issueToken: tokens.issue, close }
  } catch (error) {
    await close()
    throw error
  }
}
