import { twoFactorEndpoints } from '@thirty/contracts/api/accounts/two-factor.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { credentialsFold, passwordHash, credentialsStream } from '../password/credentials.ts'
import { countAttempt, sessionAttempts } from '../password/password-attempts.ts'
import { loadFactors } from './change-factors.ts'
import type { FactorParts } from './own-factors.ts'
import { toOptions } from './passkey-options.ts'
import { verifyFactor } from './verify-factor.ts'

/** Handlers by which users prove again who they are before they change second factors. */
export function confirmationHandlers(deps: FactorParts): Endpoint[] {
  const { commands, limits, passwords, passkeys, twoFactorTokens } = deps

  const checkPassword = async (user: string, password: string) => {
    const { state } = await commands.load(credentialsStream(user), credentialsFold)
    const storedHash = passwordHash(state)
    if (storedHash === undefined)
      refuse(
        'no-password',
        'This account has no password yet. Set one with “Forgot password?” on the login page.',
      )
    if (await passwords.matches(password, storedHash)) return
    refuse('wrong-credentials', 'Wrong password', { password: 'Wrong password' })
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
      if (factors.passkeys.length === 0) refuse('no-second-factor', 'This account has no passkey.')
      const options = await passkeys.passkeyOptions({ passkeys: factors.passkeys })
      return { success: true, passkey: toOptions(twoFactorTokens, 'confirmation', options, user) }
    }),
  ]
}
