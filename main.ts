// The composition root: reads the configuration, builds the adapters, puts the parts together and starts them.
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { rooms } from '@thirty/contracts/live.ts'
import { usernameStream } from '@thirty/command-api/accounts/streams.ts'
import { commandRoutes } from '@thirty/command-api/commands.ts'
import { pictureNames } from '@thirty/command-api/picture-name.ts'
import { systemClock, type Clock } from '@thirty/infra/clock.ts'
import {
  readConfig,
  refuseFutureEngines,
  secretsOf,
  type Config,
  type Secrets,
} from '@thirty/infra/config.ts'
import { makeDataFolder } from '@thirty/infra/data-folder.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { startSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { flagsOf } from '@thirty/infra/flags.ts'
import { createApp } from '@thirty/infra/http/app.ts'
import { authentication } from '@thirty/infra/http/authentication.ts'
import { limits } from '@thirty/infra/http/limits.ts'
import { listen } from '@thirty/infra/http/listen.ts'
import { uploads } from '@thirty/infra/http/media.ts'
import { sessionTokens } from '@thirty/infra/http/tokens.ts'
import { startGateway } from '@thirty/infra/live/gateway.ts'
import { inProcessLive } from '@thirty/infra/live/in-process.ts'
import { diskMedia } from '@thirty/infra/media/disk.ts'
import { operate } from '@thirty/infra/ops/operate.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import { createLog } from '@thirty/infra/telemetry.ts'
import { memoryViews } from '@thirty/infra/views/memory.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { startProjections } from '@thirty/projections/runner.ts'
import { Router } from 'express'
import { fillDemo } from './command-api/demo/fill.ts'
import { demoAdmins, demoPassword, demoVisitor } from './command-api/demo/people.ts'
import { demoTools, drawnPictures } from './command-api/demo/tools.ts'

/** Run of the challenge that is shown. There is one until challenges can be reset. */
const run = 1
/** How long an answer waits for the read models to show what the command did (decisions: one second). */
const settleWithin = 1_000
const heartbeatEvery = 15_000
/** How long requests under way may take when the process is asked to end. */
const endWithin = 10_000

type Core = Awaited<ReturnType<typeof openCore>>

// The log holds addresses and hashes: its files, like the secrets beside them, are for whoever runs the product.
process.umask(0o077)

try {
  const [command, ...words] = process.argv.slice(2)
  if (command === 'ops') await runOps(words)
  else await start(flagsOf(process.argv.slice(2)))
} catch (error) {
  // A wrong setting, a folder in use or a damaged log is no crash: one sentence says what to do.
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function start({ isDemo }: { isDemo: boolean }): Promise<void> {
  const config = readConfig(process.env)
  refuseFutureEngines(config)
  makeDataFolder(config.dataDir)
  const secrets = secretsOf(config)
  const hasDemo = isDemo && (await makeDemo(config, secrets))
  const core = await openCore(config)
  const { server, close } = await serve(config, secrets, core)
  announce(config, secrets, addressOf(server, config), hasDemo)
  let closing: Promise<void> | undefined
  // A terminal and its shell may each pass the signal on, so it can arrive twice.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void (closing ??= close()))
}

async function runOps(words: readonly string[]): Promise<void> {
  const { dataDir: folder } = readConfig(process.env)
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.abort())
  const print = (line: string) => console.log(line)
  process.exitCode = await operate(words, { folder, clock: systemClock, print, signal: ended.signal })
}

/** Everything that outlives a request: log, read models, pictures. Ready when all events are verified and taken in. */
async function openCore(config: Config) {
  const output = createLog({ level: config.logLevel })
  const onFailure = (error: Error) => {
    output.fatal({ err: error }, 'the event log failed; nothing is acknowledged any more')
    process.exit(1)
  }
  const { log: events, verified } = await startSqliteLog({ folder: config.dataDir, onFailure })
  const live = inProcessLive()
  const store = memoryViews({ live })
  const media = await diskMedia(join(config.dataDir, 'media'))
  const models = readModels({
    store,
    log: events,
    clock: systemClock,
    timeZone: config.timezone,
    run,
    isHeard: live.isHeard,
  })
  const projections = startProjections({
    log: events,
    store,
    projections: models.projections,
    onFailure: ({ error, ...failure }) => output.error({ err: error, ...failure }, 'a read model failed'),
  })
  await Promise.all([verified, projections.ready])
  const settle = async (position: bigint) => ({
    position: position.toString(),
    ...(!(await projections.reached(position, settleWithin)) && { pending: true as const }),
  })
  const close = async () => {
    await projections.stop()
    await events.close()
  }
  return { output, events, live, media, models, projections, settle, close }
}

/** The HTTP side over a core, with the clock by which it decides. */
function webApp(config: Config, secrets: Secrets, core: Core, web: { clock: Clock; isLimited: boolean }) {
  const { events, media, models, projections, settle, output } = core
  const { clock } = web
  const tokens = sessionTokens({ secret: secrets.jwtSecret, issuer: config.publicUrl.origin, clock })
  const auth = authentication({ tokens, sessionOf: models.sessionOf })
  const commands = commandRoutes({
    log: events,
    clock,
    settle,
    tokens,
    media,
    authentication: auth,
    limits: limits({ on: web.isLimited }),
    adminKey: secrets.adminRegistrationKey,
    secret: secrets.jwtSecret,
    timeZone: config.timezone,
  })
  const app = createApp({
    publicUrl: config.publicUrl,
    log: output,
    readiness: () =>
      projections
        .positions()
        .flatMap(({ view, parked }) =>
          parked ? [`${view.name} stopped at an event: ${parked.reason}`] : [],
        ),
    accounts: Router().use(commands.accounts).use(models.accounts(auth)),
    api: Router().use(commands.api).use(models.api(auth)),
    uploads: uploads(media),
    frontend: join(import.meta.dirname, 'frontend/dist'),
    trustedProxies: config.trustedProxies,
  })
  return { app, auth, tokens }
}

async function serve(config: Config, secrets: Secrets, core: Core) {
  const { app, auth } = webApp(config, secrets, core, { clock: systemClock, isLimited: config.isRateLimited })
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 },
    app,
  )
  const gateway = startGateway({
    server,
    publicUrl: config.publicUrl,
    identify: auth.identify,
    scheduler: systemScheduler,
    log: core.output,
    trustedProxies: config.trustedProxies,
    ...(!config.isRateLimited && { mostSockets: Infinity }),
  })
  core.live.connect(gateway.sockets)
  const heart = setInterval(() => void beat(), heartbeatEvery)
  const beat = async () => {
    const pulse = await core.models.heartbeat(gateway.count(rooms.leaderboard))
    core.live.publish(rooms.leaderboard, 'leaderboard.heartbeat', pulse)
  }
  await listen(server, config.port, config.host)

  /** Takes no more, finishes what was accepted, tells the sockets, and lets go of everything. */
  const close = async () => {
    clearInterval(heart)
    const stuck = setTimeout(() => process.exit(1), endWithin)
    stuck.unref()
    await gateway.close()
    await core.close()
    process.exitCode = 0
  }
  return { server, close }
}

/**
 * Fills an empty installation through a product of its own, whose clock stands where the story is.
 * Answers whether the people of the demo are there.
 */
async function makeDemo(config: Config, secrets: Secrets): Promise<boolean> {
  // Two thousand lines about requests that nobody made would push everything else off the screen.
  const logLevel = config.logLevel === 'info' ? 'warn' : config.logLevel
  const core = await openCore({ ...config, logLevel })
  if ((await core.events.head()) !== beginning) {
    console.log(
      'There is something here already, so no demo is made. For a new one, set DATA_DIR to an empty folder.',
    )
    const visitor = await core.events.read(usernameStream(demoVisitor))[Symbol.asyncIterator]().next()
    await core.close()
    return visitor.done !== true
  }
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
  await core.close()
  return true
}

function announce(config: Config, secrets: Secrets, address: string, hasDemo: boolean): void {
  const key =
    config.adminRegistrationKey === undefined
      ? secrets.adminRegistrationKey
      : 'as set in ADMIN_REGISTRATION_KEY'
  const lines = [
    ['Address', address],
    ['Data', config.dataDir],
    ['Admin key', `${key}  (sign up as an admin at ${address}/admin/signup)`],
    ...(hasDemo
      ? [
          ['Participant', `${demoVisitor}  password ${demoPassword}`],
          ['Admin', `${demoAdmins[0].username}  password ${demoPassword}  (at ${address}/admin/login)`],
        ]
      : []),
    ['End', 'Ctrl-C'],
  ]
  const rows = lines.map(([name = '', value]) => `  ${name.padEnd(12)} ${value}`)
  console.log(['', 'Thirty is running.', ...rows, ''].join('\n'))
}

function addressOf(server: Server, { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : Number(publicUrl.port)
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
