import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@thirty/infra/testing/free-port.ts'
import { timeZoneAtHour } from '@thirty/infra/testing/time-zone.ts'
import { startRedisServer, type RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { adminKey } from './product.ts'
import { respondsReady, program, type Program } from './program.ts'

/** One process of a cluster. At `url` a web process serves the product, a projector only the operators' endpoints. */
export type ClusterProcess = Program & { name: string; url: string }

/** The product in several processes with shared stores: a fake EventStoreDB and a real Redis. */
export type Cluster = {
  webs: readonly ClusterProcess[]
  projectors: readonly ClusterProcess[]
  redis: RedisServer
  /** The event log: a process that serves the embedded log in `folder` with EventStoreDB's protocol. */
  log: Program & {
    url: string
    folder: string
    /** Isolates the leading node of several, which ends it, or, if there is none, lets the next one lead. */
    toggleLeader(): void
  }
  /** Folder in which the web processes store images. */
  dataDir: string
  /** The key that makes an admin at `/admin/signup`. */
  adminKey: string
  /** Secret of the session tokens of all web processes (JWT_SECRET). */
  jwtSecret: string
  /**
   * Adds a process that runs with these arguments instead of `main.ts`. The test has to start it. It is stopped with the
   * cluster, and is not in `webs` or `projectors`.
   */
  addProcess(role: Role, args: readonly string[]): Promise<ClusterProcess>
  /** Stops everything in order and removes all folders. Returns the exit codes of the processes that were running. */
  remove(): Promise<Record<string, number | null>>
}

type Role = 'all' | 'web' | 'projector'

export type ClusterSettings = {
  webs?: number
  projectors?: number
  /** Nodes of the event log. Default: 1. */
  logNodes?: number
  /** Added to the environment of every process, overriding the defaults. */
  env?: Record<string, string>
  /**
   * Gives each web process its own public address, for browsers without a proxy in between. A session is then valid only
   * at the process that opened it.
   */
  hasOwnPublicUrls?: boolean
  /** Settings of Redis, as in redis.conf. */
  redis?: Record<string, string>
  /** Whether stores and processes are started. Default: true. */
  startsImmediately?: boolean
}

/** Time zone of the challenge. No challenge day begins or ends in it while a test runs. */
export const clusterTimeZone = timeZoneAtHour(12)

/** Public address of all web processes, unless each has its own. */
export const publicUrl = 'http://thirty.test'
const secret = 'all web processes of a cluster share this secret'

/** Starts a cluster and waits until every process is ready. If one does not become ready, throws with its output. */
export async function startCluster(settings: ClusterSettings = {}): Promise<Cluster> {
  const { webs = 2, projectors = 2, logNodes = 1, startsImmediately = true } = settings
  const folder = await mkdtemp(join(tmpdir(), 'thirty-cluster-'))
  const redis = await startRedisServer(settings.redis)
  const log = await logProcess(join(folder, 'log'), logNodes)
  const dataDir = join(folder, 'data')
  const shared = {
    EVENTSTORE_URL: log.url,
    REDIS_URL: redis.url,
    DATA_DIR: dataDir,
    CHALLENGE_TIMEZONE: clusterTimeZone,
    ...(settings.hasOwnPublicUrls !== true && { PUBLIC_URL: publicUrl }),
    ...settings.env,
  }
  const members = (role: Role, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => memberOf(`${role}-${index + 1}`, role, shared)))
  const cluster = {
    webs: await members('web', webs),
    projectors: await members('projector', projectors),
    redis,
    log: { ...log, folder: join(folder, 'log') },
    dataDir,
    adminKey,
    jwtSecret: secret,
  }
  const all = [...cluster.webs, ...cluster.projectors]
  const addProcess = async (role: Role, args: readonly string[]) => {
    const member = await memberOf(`${role}-${all.length + 1}`, role, shared, args)
    all.push(member)
    return member
  }
  const remove = async () => {
    const codes: Record<string, number | null> = {}
    // Processes stop before the stores that they use.
    const running = all.filter((member) => member.isRunning())
    await Promise.all(running.map(async (member) => (codes[member.name] = await member.stop())))
    if (log.isRunning()) codes['log'] = await log.stop()
    await redis.close()
    await rm(folder, { recursive: true, force: true })
    return codes
  }
  if (startsImmediately) {
    try {
      await log.start()
      await Promise.all(all.map((member) => member.start()))
    } catch (error) {
      await remove()
      throw error
    }
  }
  return { ...cluster, addProcess, remove }
}

async function logProcess(folder: string, nodes: number): Promise<Omit<Cluster['log'], 'folder'>> {
  const ports = await Promise.all(Array.from({ length: nodes }, () => freePort()))
  const server = program({
    args: ['infra/testing/event-log/fake-eventstoredb/serve.ts', folder, ports.join(',')],
    env: { PATH: process.env['PATH'] },
    isReady: (printed) => printed.includes('esdb://'),
  })
  return {
    ...server,
    url: `esdb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}?tls=false`,
    toggleLeader: () => void process.kill(server.pid(), 'SIGUSR2'),
  }
}

async function memberOf(
  name: string,
  role: Role,
  shared: Record<string, string>,
  args: readonly string[] = ['main.ts'],
): Promise<ClusterProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const member = program({
    args,
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      ROLE: role,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      JWT_SECRET: secret,
      ADMIN_REGISTRATION_KEY: adminKey,
      RESERVATION_KEY: secret,
      RATE_LIMIT: 'off',
      ...shared,
    },
    isReady: () => respondsReady(url),
  })
  return { ...member, name, url }
}
