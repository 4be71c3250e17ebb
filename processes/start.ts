// Starts a process in its role. Stores, read models and endpoints are most of the code. They are loaded by the steps that need them: a
// wrong setting or a port in use ends the start at once, the health check is answered meanwhile, and a projector loads no endpoints.

import { createDataFolder } from '@thirty/infra/config/data-folder.ts'
import { ConfigError } from '@thirty/infra/config/config-error.ts'
import { isOnThisMachine } from '@thirty/infra/config/engine-address.ts'
import { createOperationalApp, createStartingApp } from '@thirty/infra/http/app.ts'
import { readConfig, type Flags, type Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { startHttpServer, type HttpServer } from '@thirty/infra/http/http-server.ts'
import {
  createProcessContext,
  frontendDirectory,
  operationalAppOptions,
  type ProcessContext,
} from './lifecycle/process-context.ts'
import { demoAdmins, demoPassword, demoParticipant } from '../command-api/demo/content.ts'

/**
 * Starts the role that `environment` configures. `onBegun` receives the process before its
 * stores are opened. If the start fails, throws an error whose message is one sentence for the operator.
 */
export async function start(
  environment: Readonly<Record<string, string | undefined>>,
  { isDemo, hasNewReservationKey }: Flags,
  onBegun: (context: ProcessContext) => void,
): Promise<void> {
  const config = readConfig(environment)
  if (isDemo && config.role !== 'all')
    throw new ConfigError('ROLE must be all for --demo, which creates its people in one process.')
  if (isDemo && (config.isProduction || !isOnThisMachine(config.host, config.publicUrl.hostname)))
    throw new ConfigError(
      '--demo creates an owner with a published password, so it needs HOST and PUBLIC_URL on this machine, and no NODE_ENV=production.',
    )
  const isWeb = config.role !== 'projector'
  if (isWeb) createDataFolder(config.dataDir)
  const context = createProcessContext(config)
  const { shutdown } = context
  const startingApp = createStartingApp(
    operationalAppOptions(context, () => ({ reasons: ['It is starting.'] })),
    isWeb ? frontendDirectory : undefined,
    // Where a sign-in provider sends the browser; the page waits for the server itself.
    ['/auth/success'],
  )
  const httpServer = await startHttpServer(config, startingApp)
  shutdown.defer(httpServer.close)
  // Before the signals are handled: a signal ends the process at once, and an interrupted demo does no harm to the log.
  const hasDemo = isDemo && (await import('./demo.ts').then(({ makeDemo }) => makeDemo(context)))
  onBegun(context)
  let secrets: Secrets | undefined
  try {
    if (isWeb) secrets = await serveAll(context, hasNewReservationKey, httpServer)
    else await runProjector(context, httpServer)
  } catch (error) {
    // The shutdown aborts the waits for the stores, which then reject.
    if (shutdown.signal.aborted) return
    throw error
  }
  if (shutdown.signal.aborted) return
  // The banner is for a person at a terminal, who starts a single process with every role.
  if (config.role !== 'all')
    context.logger.info({ role: config.role, address: httpServer.address }, 'running')
  else if (secrets) console.log(startBanner(config, secrets, httpServer.address, hasDemo))
}

/** Runs projections, and serves only the operational endpoints. */
async function runProjector(context: ProcessContext, httpServer: HttpServer): Promise<void> {
  const { shutdown } = context
  const { openReadModels } = await import('./adapters/read-models.ts')
  const { openStores } = await import('./adapters/stores.ts')
  const { publishReports } = await import('./health/publish-reports.ts')
  shutdown.signal.throwIfAborted()
  const stores = await openStores(context)
  const { health, ready } = await openReadModels(context, stores)
  // No sockets, so nobody watches the leaderboard here.
  const countViewers = () => 0
  shutdown.defer(publishReports({ ...context, ...stores }, countViewers).stop)
  httpServer.setListener(createOperationalApp(operationalAppOptions(context, health.health)))
  await ready
}

/** Returns the secrets of the installation. Throws if the process is shut down meanwhile. */
async function serveAll(context: ProcessContext, hasNewReservationKey: boolean, httpServer: HttpServer) {
  const { openWebCore } = await import('./core.ts')
  context.shutdown.signal.throwIfAborted()
  const core = await openWebCore(context, { hasNewReservationKey })
  const { serve } = await import('./web.ts')
  context.shutdown.signal.throwIfAborted()
  await serve(core, httpServer)
  return core.secrets
}

/**
 * Returns what a start prints to the terminal: the address and the first credentials. The address is the public one, under which passkeys
 * and sign-in providers work; `listening` is where the server listens, which is said when the public address leads elsewhere.
 */
export function startBanner(config: Config, secrets: Secrets, listening: string, hasDemo: boolean): string {
  const { publicUrl } = config
  // Port 0 is any free port.
  const address = publicUrl.port === '0' ? listening : publicUrl.origin
  const leadsHere = isOnThisMachine(publicUrl.hostname) && new URL(address).port === new URL(listening).port
  const key =
    config.secrets.ADMIN_REGISTRATION_KEY === undefined
      ? secrets.adminRegistrationKey
      : 'as set in ADMIN_REGISTRATION_KEY'
  const lines = [
    ['Address', address],
    ...(leadsHere ? [] : [['Listens at', listening]]),
    ['Data', config.dataDir],
    ['Admin key', `${key}  (sign up as an admin at ${address}/admin/signup)`],
    ...(hasDemo
      ? [
          ['Participant', `${demoParticipant}  password ${demoPassword}`],
          ['Admin', `${demoAdmins[0].username}  password ${demoPassword}  (at ${address}/admin/login)`],
        ]
      : []),
    ['End', 'Ctrl-C'],
  ]
  const rows = lines.map(([name = '', value]) => `  ${name.padEnd(12)} ${value}`)
  return ['', 'Thirty is running.', ...rows, ''].join('\n')
}
