import { join } from 'node:path'
import { commandApi } from '@thirty/command-api/command-api.ts'
import { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { statusByCode } from '@thirty/contracts/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Secrets } from '@thirty/infra/config/config.ts'
import { createApp } from '@thirty/infra/http/app.ts'
import { authentication } from '@thirty/infra/http/authentication/authentication.ts'
import { documentationHandlers } from '@thirty/infra/http/documentation/endpoints.ts'
import { createRouters } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { RateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { uploadsRouter } from '@thirty/infra/http/uploads-router.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { oauthProviders } from '@thirty/infra/oauth/providers.ts'
import about from '../package.json' with { type: 'json' }
import type { Core } from './core.ts'
import { operationsOptions, type ProcessContext } from './lifecycle/process-context.ts'

/** The HTTP side over a core, with the clock by which it decides. */
export function webApp(
  house: ProcessContext,
  secrets: Secrets,
  core: Core,
  web: { clock: Clock; limits: RateLimits },
) {
  const { config } = house
  const { log, media, mail, runInBackground, models, waitForProjections, health } = core
  const { clock } = web
  const tokens = sessionTokens({ secret: secrets.jwtSecret, issuer: config.publicUrl.origin, clock })
  const commands = commandApi({
    log,
    clock,
    waitForProjections,
    tokens,
    media,
    mail,
    runInBackground,
    limits: web.limits,
    adminKey: secrets.adminRegistrationKey,
    secret: secrets.jwtSecret,
    timeZone: config.timezone,
    providers: oauthProviders(config.signIn),
    publicUrl: config.publicUrl,
    onErasureFailed: (error) =>
      house.logger.warn({ err: error }, 'what is left of a deleted account is erased within the hour'),
    onTruncateFailed: (error) =>
      house.logger.warn(
        { err: error },
        'the hash of an old password stays until that password changes again',
      ),
  })
  const auth = authentication({ tokens, findSession: models.sessionOf, redeemOneTimeToken: commands.redeem })
  const documentation = documentationHandlers(endpoints, {
    server: config.publicUrl.origin,
    version: about.version,
    statusByCode,
  })
  const served = [...commands.endpoints, ...models.endpoints, ...documentation]
  const app = createApp({
    ...operationsOptions(house, health.health),
    ...createRouters(served, { authentication: auth, limits: web.limits }),
    uploads: uploadsRouter(media),
    frontend: join(import.meta.dirname, '../frontend/dist'),
    trustedProxies: config.trustedProxies,
  })
  return { app, auth, tokens }
}
