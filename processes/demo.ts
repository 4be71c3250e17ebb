import { createServer } from 'node:http'
import { usernameStream } from '@thirty/command-api/accounts/streams.ts'
import { pictureNames } from '@thirty/command-api/picture-name.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import type { Config, Secrets } from '@thirty/infra/config.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { listen } from '@thirty/infra/http/listen.ts'
import { fillDemo } from '../command-api/demo/fill.ts'
import { demoVisitor } from '../command-api/demo/people.ts'
import { demoTools, drawnPictures } from '../command-api/demo/tools.ts'
import { addressOf } from './announce.ts'
import { openCore, type Core } from './core.ts'
import { webApp } from './web-app.ts'

/**
 * Fills an empty installation through a product of its own, whose clock stands where the story is.
 * Answers whether the people of the demo are there.
 */
export async function makeDemo(config: Config, secrets: Secrets): Promise<boolean> {
  // Two thousand lines about requests that nobody made would push everything else off the screen.
  const logLevel = config.logLevel === 'info' ? 'warn' : config.logLevel
  const core = await openCore({ ...config, logLevel })
  const isEmpty = (await core.events.head()) === beginning
  const hasDemo = isEmpty || (await isDemoThere(core))
  if (isEmpty) await fill(config, secrets, core)
  await core.close()
  return hasDemo
}

async function isDemoThere(core: Core): Promise<boolean> {
  console.log(
    'There is something here already, so no demo is made. For a new one, set DATA_DIR to an empty folder.',
  )
  const visitor = await core.events.read(usernameStream(demoVisitor))[Symbol.asyncIterator]().next()
  return visitor.done !== true
}

async function fill(config: Config, secrets: Secrets, core: Core): Promise<void> {
  console.log('Making twenty days of a community; this takes a few seconds …')
  let time = systemClock()
  const { app, tokens } = webApp(config, secrets, core, { clock: () => time, isLimited: false })
  const server = createServer(app)
  await listen(server, 0, '127.0.0.1')
  const tools = demoTools({
    address: addressOf(server, { ...config, host: '127.0.0.1' }),
    tokenOf: (id) => tokens.issue({ id, version: 0 }),
    media: core.media,
    pictureNames: pictureNames(secrets.jwtSecret),
    pictures: await drawnPictures(),
  })
  const setTime = (at: number) => void (time = at)
  await fillDemo({ ...tools, setTime, adminKey: secrets.adminRegistrationKey }, systemClock())
  server.closeAllConnections()
  server.close()
}
