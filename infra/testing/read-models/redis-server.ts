import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

/** A real redis-server for a spec, on its own port and with its own folder. */
export type RedisServer = Awaited<ReturnType<typeof startRedisServer>>

const defaultTimeoutMs = 10_000

/**
 * Starts the redis-server on the PATH, or the one in REDIS_SERVER. `settings` as in redis.conf: `{ appendonly: 'yes'
 * }`. Kills it and throws when it does not respond within `timeoutMs`.
 */
export async function startRedisServer(settings: Record<string, string> = {}, timeoutMs = defaultTimeoutMs) {
  const folder = await mkdtemp(join(tmpdir(), 'spec-redis-'))
  const port = await freePort()
  // By default it is 10,000 above the other one, which may be taken.
  const clusterPort = settings['cluster-enabled'] === 'yes' && { 'cluster-port': `${await freePort()}` }
  const settingsOfServer = { ...settings, ...clusterPort }
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  let server = await run(port, folder, settingsOfServer, timeoutMs).catch(async (error: unknown) => {
    await removeFolder()
    throw error
  })

  /** Kills it, as a power loss would. */
  const kill = async (): Promise<void> => {
    if (hasEnded(server)) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    /** Returns the process id of the running server. */
    pid: (): number => server.pid ?? 0,
    /** Sends one command without spaces in its arguments and returns the first line of the reply. */
    send: (...commandArguments: string[]): Promise<string> => send(port, commandArguments),
    flush: async (): Promise<void> => void (await send(port, ['FLUSHALL'])),
    /** Returns a dump of the current data. */
    dump: async (): Promise<Buffer> => {
      await send(port, ['SAVE'])
      return readFile(join(folder, 'dump.rdb'))
    },
    kill,
    /** Starts it again on the same port, with the data in its folder, or only with this dump. */
    restart: async (dump?: Buffer): Promise<void> => {
      await kill()
      if (dump) {
        await rm(join(folder, 'appendonlydir'), { recursive: true, force: true })
        await writeFile(join(folder, 'dump.rdb'), dump)
      }
      // With an append-only file, Redis would ignore the dump and start empty.
      server = await run(port, folder, dump ? { ...settingsOfServer, appendonly: 'no' } : settingsOfServer)
      if (dump && settings['appendonly'])
        await send(port, ['CONFIG', 'SET', 'appendonly', settings['appendonly']])
    },
    /** Freezes it: connections stay open, but nothing is answered. */
    pause: (): void => void server.kill('SIGSTOP'),
    resume: (): void => void server.kill('SIGCONT'),
    /** Kills it and removes its folder. */
    close: async (): Promise<void> => {
      await kill()
      await removeFolder()
    },
  }
}

async function run(
  port: number,
  folder: string,
  settings: Record<string, string>,
  timeoutMs = defaultTimeoutMs,
): Promise<ChildProcess> {
  const allSettings = { port: `${port}`, bind: '127.0.0.1', dir: folder, save: '', ...settings }
  const commandArguments = Object.entries(allSettings).flatMap(([name, value]) => [`--${name}`, value])
  const server = spawn(process.env['REDIS_SERVER'] ?? 'redis-server', commandArguments, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output: Buffer[] = []
  server.stdout.on('data', (chunk: Buffer) => void output.push(chunk))
  // Ends the server with an aborted test run.
  const end = () => void server.kill('SIGKILL')
  process.once('exit', end)
  server.once('exit', () => process.off('exit', end))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.once('spawn', resolve)
  })
  for (const since = performance.now(); ; await wait(10)) {
    if (hasEnded(server)) throw new Error(`redis-server ended: ${Buffer.concat(output).toString()}`)
    if (isUp(await send(port, ['PING']).catch(String))) return server
    if (performance.now() - since < timeoutMs) continue
    server.kill('SIGKILL')
    await once(server, 'exit')
    throw new Error('redis-server does not answer.')
  }
}

/** A server that requires a password is up too. */
const isUp = (reply: string): boolean => reply === '+PONG' || reply.startsWith('-NOAUTH')

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Sends an inline command on a new connection. */
function send(port: number, commandArguments: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let reply = ''
    socket.setEncoding('utf8')
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The connection was closed without a reply.')))
    socket.on('data', (text: string) => {
      reply += text
      if (!reply.includes('\r\n')) return
      resolve(reply.slice(0, reply.indexOf('\r\n')))
      socket.destroy()
    })
    socket.write(`${commandArguments.join(' ')}\r\n`)
  })
}
