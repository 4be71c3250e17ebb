// Handlers by which users see their own second factors and confirm who they are before they change them, and by which operators remove
// the lost second factors of a user. The endpoints that change the factors are in `factor-endpoints.ts`.

import { twoFactorEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { operationEndpoints } from '@thirty/contracts/operations/api.ts'
import { refuse, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import {
  confirmationMinutes,
  hasSecondFactor,
  needsTwoFactor,
  withoutSecrets,
} from '@thirty/contracts/accounts/two-factor.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import { loadChallenge } from '../../current-run.ts'
import type { Parts, With } from '../../parts.ts'
import { allSessionsRevoked } from '../sessions/decide.ts'
import { isAccount } from '../evolve.ts'
import { loadAccount } from '../load-account.ts'
import { passwordHash, requirePassword, credentialStreams } from '../password/credentials.ts'
import { countSessionAttempt } from '../attempts/count-attempts.ts'
import { loadFactors, changeFactors, type ChangeFactorsParts } from './change-factors.ts'
import { confirmedUntil } from './confirmation.ts'
import { notifyOfFactors } from './factor-notifier.ts'
import { factorHandlers } from './factor-endpoints.ts'
import { noSecondFactors } from './decide.ts'
import { verifyFactor } from './verify-factor.ts'

export function twoFactorHandlers(parts: Parts): Endpoint[] {
  const { commands, clock, limits, passwords, passkeys, twoFactorTokens, waitForProjections } = parts
  /** Returns whether the installation requires a second factor of the caller. */
  const isRequiredOf = async ({ role }: Caller) => {
    const { options } = await loadChallenge(commands)
    return needsTwoFactor({ role, hasSecondFactor: false }, options)
  }
  const checkPassword = async (user: string, password: string) => {
    const { state } = await credentialStreams.load(commands, user)
    await requirePassword(passwords, state, password)
  }

  return [
    endpoint(twoFactorEndpoints.state)(async ({ caller }) => {
      const credentials = await credentialStreams.load(commands, caller.id)
      const until = confirmedUntil(caller)
      return {
        success: true,
        twoFactor: withoutSecrets(await loadFactors(commands, caller.id)),
        required: await isRequiredOf(caller),
        arePasskeysOffered: passkeys.isOffered,
        hasPassword: passwordHash(credentials.state) !== undefined,
        confirmedUntil: clock() < until ? isoTime(until) : null,
      }
    }),
    endpoint(twoFactorEndpoints.confirm)(async ({ caller, body, request, correlation }) => {
      const { id: user, token } = caller
      const { password, code, passkey } = body
      const factor = { user, code, passkey, purpose: 'confirmation' } as const
      await (password === undefined
        ? verifyFactor(parts, { ...factor, correlation, request, session: caller })
        : countSessionAttempt(limits, 'sign-in', caller, () => checkPassword(user, password)))
      const confirmation = twoFactorTokens.confirmations.issue({ sub: user, session: token.id })
      // In whole seconds, as tokens have it.
      const until = (Math.floor(clock() / 1_000) + confirmationMinutes * 60) * 1_000
      return { success: true, confirmation, until: isoTime(until) }
    }),
    endpoint(twoFactorEndpoints.confirmOptions)(async ({ caller: { id: user } }) => {
      const factors = await loadFactors(commands, user)
      if (factors.passkeys.length === 0) refuse('no-second-factor', say('noPasskey'))
      const options = await passkeys.passkeyOptions({ passkeys: factors.passkeys })
      return { success: true, passkey: twoFactorTokens.toOptions('confirmation', options, user) }
    }),
    ...factorHandlers(parts, isRequiredOf),
    endpoint(operationEndpoints.resetTwoFactor)(async ({ params, caller, correlation }) => {
      const position = await resetFactors(parts, { user: params.userId, by: caller.id, correlation })
      return {
        success: true,
        message: 'Two-factor sign-in was reset',
        ...(await waitForProjections(position)),
      }
    }),
  ]
}

/**
 * Removes all second factors of a user who has lost them, for an operator, and ends all sessions: one of them may be of the person who
 * has the factors now. Repeated, it completes a reset that was interrupted. Returns the log position. Throws `user-not-found`,
 * `no-second-factor`.
 */
export async function resetFactors(
  parts: ChangeFactorsParts & With<'clock' | 'mail' | 'publicUrl'>,
  { user, by, correlation }: { user: string; by: string; correlation: string },
): Promise<bigint> {
  const before = await loadAccount(parts.commands, user)
  if (before === undefined) refuse('user-not-found', say('userNotFound'))
  const { account, facts } = await changeFactors(parts, {
    user,
    actor: by,
    correlation,
    decide: (factors) => {
      if (hasSecondFactor(factors)) return noSecondFactors
      // An earlier reset may have ended before it was recorded, with the sessions still open.
      if (!hasSecondFactor(before.secondFactors))
        throw untranslated('no-second-factor', 'This account has no second factor.')
      return factors
    },
    record: (state) =>
      isAccount(state) ? [{ type: 'SecondFactorsReset', data: {} }, allSessionsRevoked(state)] : [],
  })
  notifyOfFactors(parts, account.account, facts)
  return account.position
}
