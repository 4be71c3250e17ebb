import { join } from 'node:path'
import { commandRoutes } from '@thirty/command-api/commands.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Secrets } from '@thirty/infra/config.ts'
import { createApp } from '@thirty/infra/http/app.ts'
import { authentication } from '@thirty/infra/http/authentication.ts'
import type { Limits } from '@thirty/infra/http/limits.ts'
import { uploads } from '@thirty/infra/http/media.ts'
import { sessionTokens } from '@thirty/infra/http/tokens.ts'
import { Router } from 'express'
import type { Core } from './core.ts'
import { operationsOf, type House } from './house.ts'

/** The HTTP side over a core, with the clock by which it decides. */
export function webApp(house: House, secrets: Secrets, core: Core, web: { clock: Clock; limits: Limits }) {
  const { config } = house
  const { log, media, models, settle, vitals } = core
  const { clock } = web
  const tokens = sessionTokens({ secret: secrets.jwtSecret, issuer: config.publicUrl.origin, clock })
  const auth = authentication({ tokens, sessionOf: models.sessionOf })
  const commands = commandRoutes({
    log,
    clock,
    settle,
    tokens,
    media,
    authentication: auth,
    limits: web.limits,
    adminKey: secrets.adminRegistrationKey,
    secret: secrets.jwtSecret,
    timeZone: config.timezone,
  })
  const app = createApp({
    ...operationsOf(house, vitals.health),
    accounts: Router().use(commands.accounts).use(models.accounts(auth)),
    api: Router().use(commands.api).use(models.api(auth)),
    uploads: uploads(media),
    frontend: join(import.meta.dirname, '../frontend/dist'),
    trustedProxies: config.trustedProxies,
  })
  return { app, auth, tokens }
}
