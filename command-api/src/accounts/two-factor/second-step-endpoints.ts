// Handlers that complete a login with a second factor, and log in with a passkey alone.

import { secondStepEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { uuidPattern } from '@thirty/contracts/uuid.ts'
import type { Parts } from '../../parts.ts'
import { authenticate } from '../decide.ts'
import { loadAccount } from '../account.ts'
import { loggedIn, openSession } from '../sessions/open-session.ts'
import { loadFactors } from './change-factors.ts'
import { refusePasskey, kindsOf } from './decide.ts'
import { singleUse } from './tokens.ts'
import { verifyFactor } from './verify-factor.ts'

export function secondStepHandlers(parts: Parts): Endpoint[] {
  const { commands, passkeys, twoFactorTokens } = parts

  /** Throws `second-step-over` for a token that has expired, or whose sessions were ended since. */
  const verifyToken = async (token: string) => {
    const claims = twoFactorTokens.verifySecondStep(token)
    const account = claims && (await loadAccount(commands, claims.sub))
    if (claims === undefined || account?.sessionVersion !== claims.version) refuseSecondStep()
    authenticate(account, true)
    return claims
  }

  return [
    endpoint(secondStepEndpoints.options)(async ({ body }) => {
      const { sub: user } = await verifyToken(body.token)
      const factors = await loadFactors(commands, user)
      const kinds = kindsOf(factors)
      if (factors.passkeys.length === 0) return { success: true, kinds, passkey: null }
      const options = await passkeys.passkeyOptions({ passkeys: factors.passkeys })
      return { success: true, kinds, passkey: twoFactorTokens.toOptions('second-step', options, user) }
    }),
    endpoint(secondStepEndpoints.complete)(async ({ body, request, correlation }) => {
      const { token, ...proof } = body
      const { sub: user, id, exp, version } = await verifyToken(token)
      const factor = { user, ...proof, token: singleUse(id, exp), purpose: 'second-step' } as const
      const verified = await verifyFactor(parts, { ...factor, correlation, request })
      if (verified.account.sessionVersion !== version) refuseSecondStep()
      return openSession(parts, verified, { request, message: loggedIn })
    }),
    endpoint(secondStepEndpoints.passkeyOptions)(async () => {
      if (!passkeys.isOffered) refuse('not-found', say('noPasskeysHere'))
      const options = await passkeys.passkeyOptions()
      return { success: true, passkey: twoFactorTokens.toOptions('login', options) }
    }),
    endpoint(secondStepEndpoints.passkey)(async ({ body, request, correlation }) => {
      const user = userOf(body.response.response.userHandle)
      const owner = user === undefined ? undefined : await loadAccount(commands, user)
      if (user === undefined || owner === undefined) return refusePasskey()
      const proof = { passkey: body, purpose: 'login' } as const
      const verified = await verifyFactor(parts, { user, correlation, request, ...proof })
      authenticate(verified.account, true)
      return openSession(parts, verified, { request, message: loggedIn })
    }),
  ]
}

function refuseSecondStep(): never {
  refuse('second-step-over', say('secondStepOver'))
}

/** The id of the user, which the authenticator keeps with the passkey; `undefined` for anything else. */
function userOf(handle: string | undefined): string | undefined {
  const id = handle === undefined ? '' : Buffer.from(handle, 'base64url').toString('utf8')
  return uuidPattern.test(id) ? id : undefined
}
