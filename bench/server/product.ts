// Starts the product like `npm start`, and makes the tokens and headers with which benchmarks call it.

import { join } from 'node:path'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { systemClock } from '@thirty/infra/scheduler.ts'
import { operatorTokens, sessionTokens } from '@thirty/infra/http/authentication/caller-tokens.ts'
import { startServer, type ServerProcess } from './server-process.ts'

const main = join(import.meta.dirname, '../../main.ts')

/** Set by the benchmarks, so that they can issue session tokens. */
export const jwtSecret = 'benchmarks know the secret of the product'
const publicUrlOf = (port?: number) =>
  port === undefined ? 'http://thirty.test' : `http://127.0.0.1:${port}`

/**
 * Starts the product like `npm start`, with the data of a folder and without rate limits. With a `port`, that is also its
 * public address, which a browser needs. `args` are arguments of `npm start`, such as `--demo`.
 */
export const startProduct = (
  folder: string,
  port?: number,
  args: readonly string[] = [],
): Promise<ServerProcess> =>
  startServer(main, {
    args,
    env: {
      HOST: '127.0.0.1',
      PORT: String(port ?? 0),
      PUBLIC_URL: publicUrlOf(port),
      DATA_DIR: folder,
      JWT_SECRET: jwtSecret,
      ADMIN_REGISTRATION_KEY: jwtSecret,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    },
  })

/** Returns a session token of a user, for a product that was started with this port. */
export const sessionTokenFor = (user: string, port?: number): string =>
  tokensOf(publicUrlOf(port)).issue({ id: user, version: 0 })

const tokensOf = (issuer: string) => sessionTokens({ secret: jwtSecret, issuer, clock: systemClock })

/** Returns the headers of an authenticated user. */
export const authorizationHeaders = (user: string) => ({ authorization: `Bearer ${sessionTokenFor(user)}` })

/** Returns the headers of an operator on this machine, who may do what admins may. */
export const operatorHeaders = () => ({
  authorization: `Bearer ${operatorTokens({ secret: jwtSecret, issuer: publicUrlOf(), clock: systemClock }).issue()}`,
})

const images = imageNames(jwtSecret)

/** Returns the address of an image that a participant has uploaded. */
export const screenshotUrl = (user: string): string => `/uploads/${images.nameFor(user)}`
