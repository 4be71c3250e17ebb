import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

/** A real redis-server of a spec: on a port of its own, with a folder of its own, ended by its process id. */
export type RedisServer = {
  readonly url: string
  readonly port: number
  /** Process id of the server that runs now. */
  pid(): number
  /** Sends one command without spaces in its arguments; answers the first line of the reply. */
  send(...words: string[]): Promise<string>
  flush(): Promise<void>
  /** What a backup would hold now. */
  dump(): Promise<Buffer>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same port, with what was in its folder, or with this dump alone. */
  restart(dump?: Buffer): Promise<void>
  /** It stands still: connections stay, nothing is answered. */
  pause(): void
  resume(): void
  /** Ends it for good and removes its folder. */
  close(): Promise<void>
}

const startWithinMs = 10_000

/**
 * Starts the redis-server on the PATH, or that of REDIS_SERVER. `settings` as in redis.conf: `{ appendonly: 'yes' }`.
 * One that does not answer within so many milliseconds is ended, and that is an error.
 */
export async function startRedisServer(
  settings: Record<string, string> = {},
  withinMs = startWithinMs,
): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'spec-redis-'))
  const port = await freePort()
  let server = await run(port, folder, settings, withinMs).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })

  const kill = async () => {
    if (hasEnded(server)) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  const restart = async (dump?: Buffer) => {
    await kill()
    if (dump) {
      await rm(join(folder, 'appendonlydir'), { recursive: true, force: true })
      await writeFile(join(folder, 'dump.rdb'), dump)
    }
    // With an append-only file, Redis would look at that alone and begin empty.
    server = await run(port, folder, dump ? { ...settings, appendonly: 'no' } : settings)
    if (dump && settings['appendonly'])
      await send(port, ['CONFIG', 'SET', 'appendonly', settings['appendonly']])
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: () => server.pid ?? 0,
    send: (...words) => send(port, words),
    flush: async () => void (await send(port, ['FLUSHALL'])),
    dump: async () => {
      await send(port, ['SAVE'])
      return readFile(join(folder, 'dump.rdb'))
    },
    kill,
    restart,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function run(
  port: number,
  folder: string,
  settings: Record<string, string>,
  withinMs = startWithinMs,
): Promise<ChildProcess> {
  const given = { port: `${port}`, bind: '127.0.0.1', dir: folder, save: '', ...settings }
  const words = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value])
  const server = spawn(process.env['REDIS_SERVER'] ?? 'redis-server', words, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: Buffer[] = []
  server.stdout.on('data', (chunk: Buffer) => void said.push(chunk))
  // A test run that ends early leaves no server behind.
  const end = () => void server.kill('SIGKILL')
  process.once('exit', end)
  server.once('exit', () => process.off('exit', end))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.once('spawn', resolve)
  })
  for (const since = performance.now(); ; await wait(10)) {
    if (hasEnded(server)) throw new Error(`redis-server ended: ${Buffer.concat(said).toString()}`)
    if (isUp(await send(port, ['PING']).catch(String))) return server
    if (performance.now() - since < withinMs) continue
    server.kill('SIGKILL')
    await once(server, 'exit')
    throw new Error('redis-server does not answer.')
  }
}

/** Also when it wants a password first. */
const isUp = (answer: string): boolean => answer === '+PONG' || answer.startsWith('-NOAUTH')

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** A command as a person would type it, on a connection of its own. */
function send(port: number, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8')
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The connection ended without an answer.')))
    socket.on('data', (text: string) => {
      answer += text
      if (!answer.includes('\r\n')) return
      resolve(answer.slice(0, answer.indexOf('\r\n')))
      socket.destroy()
    })
    socket.write(`${words.join(' ')}\r\n`)
  })
}
