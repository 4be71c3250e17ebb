import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@thirty/infra/testing/free-port.ts'
import { timeZoneAtHour } from '@thirty/infra/testing/time-zone.ts'
import { respondsReady, program } from './program.ts'
import type { Program } from './program.ts'

type Settings = {
  /** Added to the environment, overriding the defaults. An empty text counts as not set. */
  env?: Record<string, string>
  /** Arguments of the product, e.g. `--demo`. */
  args?: string[]
  /** Arguments of Node itself. */
  nodeOptions?: string[]
  /** The host of its address: passkeys need a name. */
  hostname?: '127.0.0.1' | 'localhost'
}

/** The product in a process of its own, with its own port and data folder. */
export type Product = Pick<Program, 'output' | 'start' | 'stop' | 'kill'> & {
  url: string
  /** The key that makes an admin at `/admin/signup`. */
  adminKey: string
  dataDir: string
  /** Stops it and removes its data folder. */
  remove(): Promise<void>
}

/** Registration key of every installation that a test starts. */
export const adminKey = 'the-key-that-makes-the-first-admin'

/**
 * Starts the product, in a time zone where it is noon, and waits until `/readyz` returns 200.
 * Throws with its output if it exits before that, or is not ready within 30 seconds.
 */
export async function startProduct({
  env = {},
  args = [],
  nodeOptions = [],
  hostname = '127.0.0.1',
}: Settings = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'thirty-'))
  const port = await freePort()
  const url = `http://${hostname}:${port}`
  const product = program({
    args: [...nodeOptions, 'main.ts', ...args],
    env: {
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
    },
    isReady: () => respondsReady(url),
  })
  await product.start()
  return {
    ...product,
    url,
    adminKey,
    dataDir,
    remove: async () => {
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
