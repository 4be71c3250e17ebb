import { createServer } from 'node:http'
import { usernameStream } from '@thirty/command-api/accounts/streams.ts'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import type { Secrets } from '@thirty/infra/config/config.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { listen } from '@thirty/infra/http/listen.ts'
import { fillDemo } from '../command-api/demo/fill.ts'
import { demoParticipant } from '../command-api/demo/people.ts'
import { createDemoClient, renderDemoScreenshots } from '../command-api/demo/demo-client.ts'
import { serverAddress } from './start-banner.ts'
import { openCore, type Core } from './core.ts'
import { createShutdown } from './lifecycle/shutdown.ts'
import { createProcessContext, type ProcessContext } from './lifecycle/process-context.ts'
import { webApp } from './web-app.ts'

/**
 * Fills an empty installation through a product of its own, whose clock stands where the story is.
 * Answers whether the people of the demo are there.
 */
export async function makeDemo({ config }: ProcessContext, secrets: Secrets): Promise<boolean> {
  // Two thousand lines about requests that nobody made would push everything else off the screen.
  const logLevel = config.logLevel === 'info' ? 'warn' : config.logLevel
  const house = createProcessContext({ ...config, logLevel })
  const ending = createShutdown(house.logger)
  const core = await openCore(house, ending)
  const isEmpty = (await core.log.head()) === beginning
  const hasDemo = isEmpty || (await isDemoThere(core))
  if (isEmpty) await fill(house, secrets, core)
  await ending.close()
  return hasDemo
}

async function isDemoThere(core: Core): Promise<boolean> {
  console.log(
    'There is something here already, so no demo is made. For a new one, set DATA_DIR to an empty folder.',
  )
  const visitor = await core.log.read(usernameStream(demoParticipant))[Symbol.asyncIterator]().next()
  return visitor.done !== true
}

async function fill(house: ProcessContext, secrets: Secrets, core: Core): Promise<void> {
  console.log('Making twenty days of a community; this takes a few seconds …')
  let time = systemClock()
  const { app, tokens } = webApp(house, secrets, core, {
    clock: () => time,
    limits: rateLimits({ isEnabled: false }),
  })
  const server = createServer(app)
  await listen(server, 0, '127.0.0.1')
  const tools = createDemoClient({
    address: serverAddress(server, { ...house.config, host: '127.0.0.1' }),
    tokenOf: (id) => tokens.issue({ id, version: 0 }),
    media: core.media,
    imageNames: imageNames(secrets.jwtSecret),
    screenshots: await renderDemoScreenshots(),
  })
  const setTime = (at: number) => void (time = at)
  await fillDemo({ ...tools, setTime, adminKey: secrets.adminRegistrationKey }, systemClock())
  server.closeAllConnections()
  server.close()
}
