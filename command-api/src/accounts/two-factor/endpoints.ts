// Handlers by which users see their own second factors, confirm who they are before they change them, and get new recovery codes, and by
// which operators remove the lost second factors of a user. The endpoints that add and remove a factor are in `factor-endpoints.ts`.

import { twoFactorEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { operationEndpoints } from '@thirty/contracts/operations/api.ts'
import { refuse, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { needsTwoFactor, withoutSecrets } from '@thirty/contracts/accounts/two-factor.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { loadChallenge } from '../../current-run.ts'
import { allSessionsRevoked } from '../sessions/decide.ts'
import { isAccount } from '../evolve.ts'
import { loadAccount } from '../load-account.ts'
import { credentialsFold, passwordHash, credentialsStream, requirePassword } from '../password/credentials.ts'
import { countAttempt, sessionAttempts } from '../attempts/count-attempts.ts'
import { loadFactors, changeFactors, type ChangeFactorsParts } from './change-factors.ts'
import { confirmedUntil } from './confirmation.ts'
import { renewCodes } from './decide.ts'
import { appHandlers, passkeyHandlers } from './factor-endpoints.ts'
import { hadSecondFactor } from './recorded-factors.ts'
import type { NotifyOfFactors } from './factor-notifier.ts'
import { ownFactors, type IsRequiredOf, type FactorParts } from './own-factors.ts'
import { isOn, noSecondFactors } from './second-factors.ts'
import { toOptions } from './tokens.ts'
import { verifyFactor } from './verify-factor.ts'

export function twoFactorHandlers(deps: FactorParts): Endpoint[] {
  const { commands, clock, passkeys, waitForProjections } = deps
  const changeOwn = ownFactors(deps)
  const isRequiredOf: IsRequiredOf = async ({ role }) => {
    const { options } = await loadChallenge(commands)
    return needsTwoFactor({ role, hasSecondFactor: false }, options)
  }

  return [
    endpoint(twoFactorEndpoints.state)(async ({ caller }) => {
      const credentials = await commands.load(credentialsStream(caller.id), credentialsFold)
      const until = confirmedUntil(caller)
      return {
        success: true,
        twoFactor: withoutSecrets(await loadFactors(commands, caller.id)),
        required: await isRequiredOf(caller),
        arePasskeysOffered: passkeys.isOffered,
        hasPassword: passwordHash(credentials.state) !== undefined,
        confirmedUntil: clock() < until ? new Date(until).toISOString() : null,
      }
    }),
    ...confirmationHandlers(deps),
    ...appHandlers(deps, changeOwn, isRequiredOf),
    ...passkeyHandlers(deps, changeOwn, isRequiredOf),
    endpoint(twoFactorEndpoints.renewCodes)((request) =>
      changeOwn(request, (codes) => (factors) => renewCodes(factors, codes)),
    ),
    endpoint(operationEndpoints.resetTwoFactor)(async ({ params, caller, correlation }) => {
      const position = await resetFactors(deps, { user: params.userId, by: caller.id, correlation })
      return {
        success: true,
        message: 'Two-factor sign-in was reset',
        ...(await waitForProjections(position)),
      }
    }),
  ]
}

/** Handlers by which users prove again who they are before they change second factors. */
function confirmationHandlers(deps: FactorParts): Endpoint[] {
  const { commands, limits, passwords, passkeys, twoFactorTokens } = deps

  const checkPassword = async (user: string, password: string) => {
    const { state } = await commands.load(credentialsStream(user), credentialsFold)
    await requirePassword(passwords, state, { password, field: 'password', said: say('wrongPassword') })
  }

  return [
    endpoint(twoFactorEndpoints.confirm)(async ({ caller, body, request, correlation }) => {
      const { id: user, token } = caller
      const { password, code, passkey } = body
      await (password === undefined
        ? verifyFactor(deps, {
            user,
            correlation,
            request,
            session: caller,
            code,
            passkey,
            purpose: 'confirmation',
          })
        : countAttempt(limits, sessionAttempts(caller), () => checkPassword(user, password)))
      return { success: true, ...twoFactorTokens.issueConfirmation(user, token.id) }
    }),
    endpoint(twoFactorEndpoints.confirmOptions)(async ({ caller: { id: user } }) => {
      const factors = await loadFactors(commands, user)
      if (factors.passkeys.length === 0) refuse('no-second-factor', say('noPasskey'))
      const options = await passkeys.passkeyOptions({ passkeys: factors.passkeys })
      return { success: true, passkey: toOptions(twoFactorTokens, 'confirmation', options, user) }
    }),
  ]
}

type ResetParts = ChangeFactorsParts & { notifyOfFactors: NotifyOfFactors }

/**
 * Removes all second factors of a user who has lost them, for an operator, and ends all sessions: one of them may be of the person who
 * has the factors now. Repeated, it completes a reset that was interrupted. Returns the log position. Throws `user-not-found`,
 * `no-second-factor`.
 */
export async function resetFactors(
  deps: ResetParts,
  { user, by, correlation }: { user: string; by: string; correlation: string },
): Promise<bigint> {
  const before = await loadAccount(deps.commands, user)
  if (before === undefined) refuse('user-not-found', say('userNotFound'))
  const { account, facts } = await changeFactors(deps, {
    user,
    actor: by,
    correlation,
    decide: (factors) => {
      if (isOn(factors)) return noSecondFactors
      // An earlier reset may have ended before it was recorded, with the sessions still open.
      if (!hadSecondFactor(before.factorFacts))
        throw untranslated('no-second-factor', 'This account has no second factor.')
      return factors
    },
    record: (state) =>
      isAccount(state) ? [{ type: 'SecondFactorsReset', data: {} }, allSessionsRevoked(state)] : [],
  })
  deps.notifyOfFactors(account.account, facts)
  return account.position
}
