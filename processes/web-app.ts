// Creates the HTTP application of a web process.

import { join } from 'node:path'
import { sessionRecorder } from '@thirty/command-api/accounts/sessions/session-recorder.ts'
import { commandApi } from '@thirty/command-api/command-api.ts'
import { languageOfPages } from '@thirty/command-api/language-of.ts'
import { historyEndpoints } from '@thirty/contracts/backups/api.ts'
import { healthEndpoints } from '@thirty/contracts/operations/health-api.ts'
import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { exportRecorder } from '@thirty/command-api/exports/endpoints.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import { readLanguages, type FindPageHead } from '@thirty/infra/http/frontend-router.ts'
import { createApp } from '@thirty/infra/http/app.ts'
import { authentication } from '@thirty/infra/http/authentication/authentication.ts'
import { documentationHandlers } from '@thirty/infra/http/documentation/documentation.ts'
import {
  isFromThisMachine,
  operatorTokens,
  sessionTokens,
} from '@thirty/infra/http/authentication/caller-tokens.ts'
import { sayingWhenLate } from '@thirty/infra/http/late-data.ts'
import { beginCommandsAtZero } from '@thirty/infra/http/request-log.ts'
import { createRoutes, endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { RateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { imageRoutes } from '@thirty/infra/http/image-routes.ts'
import { oauthProviders } from '@thirty/infra/oauth/providers.ts'
import { boardFold } from '@thirty/projections/board-fold.ts'
import { backupFiles } from '@thirty/projections/backup-file/export-backup.ts'
import { cardHandlers, cardImages, cardRenderer } from '@thirty/projections/cards/card-images.ts'
import { publicPageHeads } from '@thirty/projections/cards/public-page-heads.ts'
import { readChallenge } from '@thirty/projections/read-challenge.ts'
import type { Request } from 'express'
import about from '../package.json' with { type: 'json' }
import type { WebCore } from './core.ts'
import { collectHealth } from './health/collect-health.ts'
import { operationHandlers } from './ops/server/operations.ts'
import { frontendDirectory, operationalAppOptions } from './lifecycle/process-context.ts'

type WebAppParts = WebCore & {
  limits: RateLimits
  /** Erases the data of deleted accounts in a few seconds; missing in a process that ends soon. */
  retryErasures?: () => void
  /**
   * Returns whether operators may send requests from the address of a request. When missing, they may only do so from the machine of the
   * server.
   */
  isOperatorAdmitted?: (request: Request) => boolean
}

/** `clock` must be the clock of `commands`. */
export function webApp(web: WebAppParts) {
  const { config, logger, secrets, log, media, models, runSwitch, health, operations } = web
  const { commands, clock, secret, publicUrl, limits } = web
  const tokens = sessionTokens({ secret, issuer: publicUrl.origin, clock })
  const recordExport = exportRecorder({ commands, clock })
  const files = backupFiles({
    log,
    productVersion: about.version,
    backups: async () => (await readChallenge(log)).backups,
    recordExport,
    signer: secrets.fileSigner,
  })
  const commandSide = commandApi({
    ...web,
    ...models,
    checkReplay: models.past.checkReplay,
    scalesAt: models.whatIf.scalesAt,
    describeBackup: models.past.backups.one,
    countAccounts: models.members.countAccounts,
    tokens,
    findExported: files.findExported,
    createBoardFold: boardFold,
    broadcast: web.live.broadcast,
    adminKey: secrets.adminRegistrationKey,
    importFolder: join(config.dataDir, 'imports'),
    providers: oauthProviders(config.signIn),
    languageOf: languageOfPages(readLanguages(frontendDirectory)),
  })
  const operators = operatorTokens({ secret, issuer: publicUrl.origin, clock })
  const auth = authentication({
    tokens,
    findSession: models.people.sessionOf,
    redeemOneTimeToken: commandSide.redeem,
    onSessionUsed: sessionRecorder({
      ...web,
      onFailure: (error) => logger.debug({ err: error }, 'a session could not be recorded as seen'),
    }),
    operators: {
      tokens: operators,
      id: operatorId,
      privileges: privilegesFor('owner'),
      isAdmitted: web.isOperatorAdmitted ?? isFromThisMachine,
    },
  })
  const handlers = [
    ...commandSide.endpoints,
    ...[...models.endpoints, ...models.auditEndpoints(recordExport)].map((each) =>
      sayingWhenLate(each, health.lateSince),
    ),
    ...files.endpoints,
    ...cardHandlers(cardImages({ facts: models.cardFacts, media, renderer: cardRenderer() })),
    endpoint(historyEndpoints.status)(() => runSwitch.status()),
    ...operationHandlers(operations),
    endpoint(healthEndpoints.health)(collectHealth(web)),
    ...documentationHandlers({ ...about, server: publicUrl.origin }),
  ]
  beginCommandsAtZero(
    web.metrics,
    handlers.map(({ definition }) => definition),
  )
  const app = createApp({
    ...operationalAppOptions(web, health.health),
    routes: [
      ...createRoutes(handlers, {
        authentication: auth,
        limits,
        requireConfirmation: commandSide.requireConfirmation,
      }),
      ...imageRoutes(media),
    ],
    frontend: frontendDirectory,
    headOf: findPageHead(web),
    trustedProxies: config.trustedProxies,
    onUntrustedProxy: web.proxies.found,
  })
  return { app, auth, tokens, close: commandSide.close }
}

/**
 * Returns a function that finds the head of a shared page. A page without one is as good for people, so it does without when the
 * caller is over the limit and when the stores cannot be read.
 */
function findPageHead({ logger, models, limits }: WebAppParts): FindPageHead {
  const headOf = publicPageHeads(models.cardFacts)
  return async (request, language) => {
    try {
      return await headOf({ path: request.path, language }, (limit) =>
        limits.consume(limit, limits.keyFor(limit, request)),
      )
    } catch (error) {
      logger.debug({ err: error }, 'a page is sent without what other sites show of it')
      return undefined
    }
  }
}
