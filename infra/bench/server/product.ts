import { join } from 'node:path'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { startServer, type ServerProcess } from './server-process.ts'

const main = join(import.meta.dirname, '../../../main.ts')

/** Known to us too, so that nobody has to sign in. */
export const jwtSecret = 'benchmarks know the secret of the product'
const publicUrl = 'http://thirty.test'

/** The product as `npm start` runs it, on what lies in a folder, without the limits that no load would pass. */
export const startProduct = (folder: string): Promise<ServerProcess> =>
  startServer(main, {
    // A million participants need more than the four gigabytes that Node takes by itself.
    options: ['--max-old-space-size-percentage=50'],
    env: {
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: publicUrl,
      DATA_DIR: folder,
      JWT_SECRET: jwtSecret,
      ADMIN_REGISTRATION_KEY: jwtSecret,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    },
  })

const tokens = sessionTokens({ secret: jwtSecret, issuer: publicUrl, clock: systemClock })

/** Session token of a user. */
export const sessionTokenFor = (user: string): string => tokens.issue({ id: user, version: 0 })

/** Headers of somebody who is signed in. */
export const authorizationHeaders = (user: string) => ({ authorization: `Bearer ${sessionTokenFor(user)}` })

const pictures = imageNames(jwtSecret)

/** The address of a picture that a participant uploaded. */
export const screenshotUrl = (user: string): string => `/uploads/${pictures.nameFor(user)}`
