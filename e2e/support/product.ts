import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@thirty/infra/testing/free-port.ts'
import { timeZoneAtHour } from '@thirty/infra/testing/time-zone.ts'
import type { ProductHost } from './product-host.ts'
import { respondsReady, program } from './program.ts'
import type { Program } from './program.ts'

type Settings = {
  /** Added to the environment, overriding the defaults. An empty text counts as not set. */
  env?: Record<string, string>
  /** The host of its address: passkeys need a name. */
  hostname?: '127.0.0.1' | 'localhost'
}

/** The product with its own port and data folder. */
export type Product = Pick<Program, 'output'> & {
  url: string
  /** The key that makes an admin at `/admin/signup`. */
  adminKey: string
  dataDir: string
  /** Shuts it down. Its data remain. */
  stop(): Promise<unknown>
  /** Starts it again at the same address, and waits until it is ready. */
  start(): Promise<void>
  /** Stops it and removes its data folder. */
  remove(): Promise<void>
}

/** The product in a separate process. */
export type ProductProcess = Product & Pick<Program, 'kill'>

/** Registration key of every installation that a test starts. */
export const adminKey = 'the-key-that-makes-the-first-admin'

/** Starts the product among others in a process that runs already. Throws if it does not start. */
export async function startHostedProduct(host: ProductHost, settings: Settings = {}): Promise<Product> {
  const { url, dataDir, environment } = await newInstallation(settings)
  const printedBefore = host.output().length
  const start = async () => {
    await host.start(url, environment)
    if (!(await respondsReady(url))) throw new Error(`${url} has started, but is not ready.`)
  }
  const product = asProduct({
    url,
    dataDir,
    start,
    stop: () => host.stop(url),
    output: () => host.output().slice(printedBefore),
  })
  try {
    await start()
  } catch (error) {
    await product.remove()
    throw error
  }
  return product
}

/**
 * Starts the product in a separate process and waits until `/readyz` returns 200. Throws with its output if it exits before
 * that, or is not ready within 60 seconds.
 */
export async function startProductProcess(settings: Settings = {}): Promise<ProductProcess> {
  const { url, dataDir, environment } = await newInstallation(settings)
  const { start, stop, kill, output } = program({
    args: ['main.ts'],
    env: environment,
    isReady: () => respondsReady(url),
  })
  await start()
  return { ...asProduct({ url, dataDir, start, stop, output }), kill }
}

/** Returns a new address and data folder, and the environment of a product there, in a time zone where it is noon. */
async function newInstallation({ env = {}, hostname = '127.0.0.1' }: Settings) {
  const dataDir = await mkdtemp(join(tmpdir(), 'thirty-'))
  const port = await freePort()
  const url = `http://${hostname}:${port}`
  const environment = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    ADMIN_REGISTRATION_KEY: adminKey,
    // A test sends as many requests in a second as a user in an hour.
    RATE_LIMIT: 'off',
    CHALLENGE_TIMEZONE: timeZoneAtHour(12),
    EVENTSTORE_URL: undefined,
    REDIS_URL: undefined,
    ...env,
  }
  return { url, dataDir, environment }
}

function asProduct(running: Omit<Product, 'adminKey' | 'remove'>): Product {
  return {
    ...running,
    adminKey,
    remove: async () => {
      try {
        await running.stop()
      } finally {
        await rm(running.dataDir, { recursive: true, force: true })
      }
    },
  }
}
