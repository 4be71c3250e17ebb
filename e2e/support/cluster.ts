import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { freePort } from '@thirty/infra/testing/free-port.ts'
import { timeZoneAtHour } from '@thirty/infra/testing/time-zone.ts'
import { startRedisServer, type RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { adminKey } from './product.ts'
import { respondsReady, program, type Program } from './program.ts'

/** One process of a cluster. `url` is where it answers: the whole product, or for operators only. */
export type ClusterProcess = Program & { name: string; url: string }

/** The product in many processes over shared engines: a double of EventStoreDB, and a real Redis. */
export type Cluster = {
  webs: readonly ClusterProcess[]
  projectors: readonly ClusterProcess[]
  redis: RedisServer
  /** The log: a process of its own over the embedded log in `folder`, behind EventStoreDB's protocol. */
  log: Program & { url: string; folder: string }
  /** Where the web processes keep pictures. */
  dataDir: string
  /** The key that makes an admin at `/admin/signup`. */
  adminKey: string
  /** Signs the tokens of every web process (JWT_SECRET), so that a session opened at one is good at all. */
  jwtSecret: string
  /**
   * One more process, started with these words instead of `main.ts`; when it starts is up to the test. It ends with the
   * cluster, and is not among its `webs` and `projectors`.
   */
  addProcess(role: Role, words: readonly string[]): Promise<ClusterProcess>
  /** Ends all of it, in order, and removes every folder. Answers the exit codes of those that still ran, by name. */
  remove(): Promise<Record<string, number | null>>
}

type Role = 'web' | 'projector'

export type ClusterSettings = {
  webs?: number
  projectors?: number
  /** Added to the environment of every process, over what is set here. */
  env?: Record<string, string>
  /**
   * Each web process is told its own address as the public one, as browsers need that come without a proxy in between.
   * A session is then good at the process that opened it only.
   */
  hasOwnPublicUrls?: boolean
  /** Settings of Redis, as in redis.conf. */
  redis?: Record<string, string>
  /** Whether engines and processes are started; otherwise that is up to the test. True when missing. */
  startsImmediately?: boolean
}

/** The public address of all web processes, unless each has its own. */
export const publicUrl = 'http://thirty.test'
const secret = 'all web processes of a cluster share this secret'

/** Starts a cluster and waits until every process of it is ready. Throws with what was printed by the one that is not. */
export async function startCluster(settings: ClusterSettings = {}): Promise<Cluster> {
  const { webs = 2, projectors = 2, startsImmediately: isStarted = true } = settings
  const folder = await mkdtemp(pathOf(tmpdir(), 'thirty-cluster-'))
  const redis = await startRedisServer(settings.redis)
  const log = await logProcess(pathOf(folder, 'log'))
  const dataDir = pathOf(folder, 'data')
  const shared = {
    EVENTSTORE_URL: log.url,
    REDIS_URL: redis.url,
    DATA_DIR: dataDir,
    // A day of the challenge neither begins nor draws to its end while a test runs.
    CHALLENGE_TIMEZONE: timeZoneAtHour(12),
    ...(settings.hasOwnPublicUrls !== true && { PUBLIC_URL: publicUrl }),
    ...settings.env,
  }
  const members = (role: Role, count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => memberOf(`${role}-${at + 1}`, role, shared)))
  const cluster = {
    webs: await members('web', webs),
    projectors: await members('projector', projectors),
    redis,
    log: { ...log, folder: pathOf(folder, 'log') },
    dataDir,
    adminKey,
    jwtSecret: secret,
  }
  const all = [...cluster.webs, ...cluster.projectors]
  const join = async (role: Role, words: readonly string[]) => {
    const member = await memberOf(`${role}-${all.length + 1}`, role, shared, words)
    all.push(member)
    return member
  }
  const remove = async () => {
    const codes: Record<string, number | null> = {}
    // Those who use the engines end before the engines do.
    const running = all.filter((member) => member.isRunning())
    await Promise.all(running.map(async (member) => (codes[member.name] = await member.stop())))
    if (log.isRunning()) codes['log'] = await log.stop()
    await redis.close()
    await rm(folder, { recursive: true, force: true })
    return codes
  }
  if (isStarted) {
    try {
      await log.start()
      await Promise.all(all.map((member) => member.start()))
    } catch (error) {
      await remove()
      throw error
    }
  }
  return { ...cluster, addProcess: join, remove }
}

async function logProcess(folder: string): Promise<Program & { url: string }> {
  const port = await freePort()
  const double = program({
    args: ['infra/testing/event-log/fake-eventstoredb/serve.ts', folder, String(port)],
    env: { PATH: process.env['PATH'] },
    isReady: (printed) => printed.includes('esdb://'),
  })
  return { ...double, url: `esdb://127.0.0.1:${port}?tls=false` }
}

async function memberOf(
  name: string,
  role: Role,
  shared: Record<string, string>,
  words: readonly string[] = ['main.ts'],
): Promise<ClusterProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const member = program({
    args: words,
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      ROLE: role,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      JWT_SECRET: secret,
      ADMIN_REGISTRATION_KEY: adminKey,
      RATE_LIMIT: 'off',
      ...shared,
    },
    isReady: () => respondsReady(url),
  })
  return { ...member, name, url }
}
