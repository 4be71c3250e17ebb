import { join } from 'node:path'
import { commandSide } from '@thirty/command-api/commands.ts'
import { calls } from '@thirty/contracts/calls/calls.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Secrets } from '@thirty/infra/config.ts'
import { createApp } from '@thirty/infra/http/app.ts'
import { authentication } from '@thirty/infra/http/authentication.ts'
import { documentationEndpoints } from '@thirty/infra/http/documentation/endpoints.ts'
import { routersOf } from '@thirty/infra/http/endpoint.ts'
import type { Limits } from '@thirty/infra/http/limits.ts'
import { uploads } from '@thirty/infra/http/media.ts'
import { sessionTokens } from '@thirty/infra/http/tokens.ts'
import { signInProviders } from '@thirty/infra/oauth/providers.ts'
import about from '../package.json' with { type: 'json' }
import type { Core } from './core.ts'
import { operationsOf, type House } from './house.ts'

/** The HTTP side over a core, with the clock by which it decides. */
export function webApp(house: House, secrets: Secrets, core: Core, web: { clock: Clock; limits: Limits }) {
  const { config } = house
  const { log, media, mail, later, models, settle, vitals } = core
  const { clock } = web
  const tokens = sessionTokens({ secret: secrets.jwtSecret, issuer: config.publicUrl.origin, clock })
  const commands = commandSide({
    log,
    clock,
    settle,
    tokens,
    media,
    mail,
    later,
    limits: web.limits,
    adminKey: secrets.adminRegistrationKey,
    secret: secrets.jwtSecret,
    timeZone: config.timezone,
    providers: signInProviders(config.signIn),
    publicUrl: config.publicUrl,
    onUnerased: (error) =>
      house.output.warn({ err: error }, 'what is left of a deleted account is erased within the hour'),
    onHashLeft: (error) =>
      house.output.warn(
        { err: error },
        'the hash of an old password stays until that password changes again',
      ),
  })
  const auth = authentication({ tokens, sessionOf: models.sessionOf, redeem: commands.redeem })
  const documentation = documentationEndpoints(calls, {
    server: config.publicUrl.origin,
    version: about.version,
  })
  const served = [...commands.endpoints, ...models.endpoints, ...documentation]
  const app = createApp({
    ...operationsOf(house, vitals.health),
    ...routersOf(served, { authentication: auth, limits: web.limits }),
    uploads: uploads(media),
    frontend: join(import.meta.dirname, '../frontend/dist'),
    trustedProxies: config.trustedProxies,
  })
  return { app, auth, tokens }
}
