import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const node = join(root, 'node_modules/node/bin/node')
const patience = 30_000

type Settings = {
  /** Added to the environment, over what is set here; an empty text counts as not set. */
  env?: Record<string, string>
  /** Arguments of the product, e.g. `--demo`. */
  args?: string[]
}

/** A whole product in a process of its own, with its own port and data folder. */
export type Product = {
  url: string
  /** The key that makes an admin at `/admin/signup`. */
  adminKey: string
  dataDir: string
  /** What it printed so far, of all its starts. */
  output(): string
  /** Asks it to end (SIGTERM) and waits until it did; answers its exit code. */
  stop(): Promise<number | null>
  /** Ends it as a power cut would (SIGKILL). */
  kill(): Promise<void>
  /** Starts it again on the same port and data folder, and waits until it is ready. */
  start(): Promise<void>
  /** Ends it and removes its data folder. */
  remove(): Promise<void>
}

/**
 * Starts the product and waits until `/readyz` answers 200.
 * Throws with what it printed when it ends before that, or is not ready within 30 seconds.
 */
export async function startProduct({ env = {}, args = [] }: Settings = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'thirty-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const adminKey = 'the-key-that-makes-the-first-admin'
  const settings = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    ADMIN_REGISTRATION_KEY: adminKey,
    // A test does in a second what takes a person an hour.
    RATE_LIMIT: 'off',
    EVENTSTORE_URL: undefined,
    REDIS_URL: undefined,
    ...env,
  }
  let child: ChildProcess | undefined
  let printed = ''

  const product: Product = {
    url,
    adminKey,
    dataDir,
    output: () => printed,
    async start() {
      child = spawn(node, ['main.ts', ...args], {
        cwd: root,
        env: settings,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child.stdout?.on('data', (chunk) => (printed += String(chunk)))
      child.stderr?.on('data', (chunk) => (printed += String(chunk)))
      await untilReady(url, child).catch(async (error: unknown) => {
        await end(child, 'SIGKILL')
        throw new Error(`The product did not start. It printed:\n${printed}`, { cause: error })
      })
    },
    stop: () => end(child, 'SIGTERM'),
    async kill() {
      await end(child, 'SIGKILL')
    },
    async remove() {
      await end(child, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  await product.start()
  return product
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<number | null> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
  const ended = once(child, 'exit')
  child.kill(signal)
  const stuck = setTimeout(() => child.kill('SIGKILL'), patience)
  await ended
  clearTimeout(stuck)
  return child.exitCode
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + patience
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`It ended with ${child.exitCode}.`)
    const ready = await fetch(`${url}/readyz`).catch(() => undefined)
    if (ready?.ok) return
    await pause(50)
  }
  throw new Error(`/readyz did not answer 200 within ${patience} ms.`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}
