import { createServer } from 'node:http'
import { usernameStream } from '@thirty/command-api/accounts/streams.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import type { Secrets } from './config/config.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { listen } from '@thirty/infra/http/listen.ts'
import { fillDemo } from '../command-api/demo/fill.ts'
import { demoParticipant } from '../command-api/demo/people.ts'
import { createDemoClient, renderDemoScreenshots } from '../command-api/demo/demo-client.ts'
import { openCore, type Core } from './core.ts'
import { serverAddress } from './lifecycle/http-server.ts'
import { createShutdown } from './lifecycle/shutdown.ts'
import { createProcessContext, type ProcessContext } from './lifecycle/process-context.ts'
import { webApp } from './web-app.ts'

/**
 * Fills an empty installation with demo data, through an application whose clock is set to the time of each demo request.
 * Returns whether the installation has the demo users.
 */
export async function makeDemo({ config }: ProcessContext, secrets: Secrets): Promise<boolean> {
  // The demo sends two thousand requests, whose log lines would hide everything else.
  const logLevel = config.logLevel === 'info' ? 'warn' : config.logLevel
  const context = createProcessContext({ ...config, logLevel })
  const shutdown = createShutdown(context.logger)
  const core = await openCore(context, shutdown)
  const isEmpty = (await core.log.head()) === beginning
  const hasDemo = isEmpty || (await hasDemoUsers(core))
  if (isEmpty) await fill(context, secrets, core)
  await shutdown.close()
  return hasDemo
}

async function hasDemoUsers(core: Core): Promise<boolean> {
  console.log(
    'This installation already has data, so no demo is created. For a new demo, set DATA_DIR to an empty folder.',
  )
  const visitor = await core.log.read(usernameStream(demoParticipant))[Symbol.asyncIterator]().next()
  return visitor.done !== true
}

async function fill(context: ProcessContext, secrets: Secrets, core: Core): Promise<void> {
  console.log('Creating twenty days of demo data; this takes a few seconds …')
  let time = systemClock()
  const clock = () => time
  const { app, tokens } = webApp(context, secrets, core, {
    commands: createCommands({ log: core.log, clock }),
    clock,
    limits: rateLimits({ isEnabled: false }),
  })
  const server = createServer(app)
  await listen(server, 0, '127.0.0.1')
  const client = createDemoClient({
    address: serverAddress(server, { ...context.config, host: '127.0.0.1' }),
    tokenOf: (id) => tokens.issue({ id, version: 0 }),
    media: core.media,
    imageNames: imageNames(secrets.jwtSecret),
    screenshots: await renderDemoScreenshots(),
  })
  const setTime = (at: number) => void (time = at)
  const demoClient = { ...client, setTime, adminKey: secrets.adminRegistrationKey }
  await fillDemo(demoClient, systemClock(), context.config.timezone)
  server.closeAllConnections()
  server.close()
}
