// Accepts a second factor of an account and uses it up, across processes: a code, a recovery code, a challenge and a token of a login each
// work once.

import type { PasskeyProof } from '@thirty/contracts/accounts/two-factor-api.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import type { Request } from 'express'
import type { With } from '../../parts.ts'
import {
  accountAttempts,
  countAttempt,
  secondFactorAttempts,
  sessionAttempts,
} from '../attempts/count-attempts.ts'
import { stepOf } from './authenticator-app.ts'
import { changeFactors, loadFactors, type ChangeFactorsParts } from './change-factors.ts'
import {
  refuseCode,
  refusePasskey,
  acceptAppCode,
  acceptOnce,
  acceptPasskey,
  acceptRecoveryCode,
  type SingleUse,
} from './decide.ts'
import type { TwoFactorParts } from './two-factor-parts.ts'
import { recoveryCodeDigest } from './recovery-codes.ts'
import type { SecondFactors } from './second-factors.ts'
import { singleUse, type CeremonyPurpose } from './tokens.ts'

export type VerifyFactorParts = ChangeFactorsParts &
  With<'clock' | 'limits'> &
  Pick<TwoFactorParts, 'secrets' | 'twoFactorTokens' | 'passkeys'>

/** One of three proofs. `purpose`: what the passkey was requested for. */
export type FactorProof = {
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyProof | undefined
  purpose: CeremonyPurpose
}

type Verification = FactorProof & {
  user: string
  correlation: string
  request: Request
  /** Set in an open session, for which attempts count. */
  session?: Pick<Caller, 'id' | 'token'>
  /** The token of the login that the proof completes; it works once. */
  token?: SingleUse
}

/**
 * Wrong codes count against the limit of the account or, in an open session, of that. Throws `wrong-credentials`, `second-step-over`,
 * `conflict`, and `RateLimitExceeded`.
 */
export async function verifyFactor(
  deps: VerifyFactorParts,
  { user, correlation, request, session, token, ...proof }: Verification,
) {
  const attempt = async () => {
    const accept = await checkProof(deps, user, proof)
    return changeFactors(deps, {
      user,
      correlation,
      decide: (factors) => accept(token === undefined ? factors : acceptOnce(factors, token, deps.clock())),
    })
  }
  // Nobody can guess a signature, and anybody may send one: counted, it would lock out the owner.
  if (proof.passkey !== undefined) return attempt()
  if (session !== undefined)
    return countAttempt(deps.limits, sessionAttempts(session, 'second-factor'), attempt)
  const isKnownNetwork = await deps.limits.networks.has(user, request)
  if (!isKnownNetwork) await deps.limits.requireFewRefused('second-factor-from', request)
  const counted = secondFactorAttempts({ at: accountAttempts(user), user, request, isKnownNetwork })
  return countAttempt(deps.limits, counted, attempt)
}

type Accept = (factors: SecondFactors) => SecondFactors

async function checkProof(
  deps: VerifyFactorParts,
  user: string,
  { code, recoveryCode, passkey, purpose }: FactorProof,
): Promise<Accept> {
  const { clock, secrets } = deps
  if (passkey !== undefined) return checkPasskey(deps, user, passkey, purpose)
  if (recoveryCode !== undefined) {
    const digest = recoveryCodeDigest(user, recoveryCode)
    return (factors) => acceptRecoveryCode(factors, digest)
  }
  if (code === undefined) return refuseCode()
  const now = clock()
  return (factors) => {
    const secret = factors.app === null ? undefined : secrets.open(user, factors.app.secret)
    return acceptAppCode(factors, secret === undefined ? undefined : stepOf(secret, code, now))
  }
}

/** A signature is checked once, against the counter of that moment. A passkey alone must have verified its user. */
async function checkPasskey(
  { commands, clock, twoFactorTokens, passkeys }: VerifyFactorParts,
  user: string,
  { ceremony, response }: PasskeyProof,
  purpose: CeremonyPurpose,
): Promise<Accept> {
  const claims = twoFactorTokens.verifyCeremony(purpose, ceremony)
  const isAlone = purpose === 'login'
  if (claims === undefined || (!isAlone && claims.sub !== user)) return refusePasskey()
  const { challenge, exp } = claims
  const factors = await loadFactors(commands, user)
  const passkey = factors.passkeys.find(({ credential }) => credential === response.id)
  if (passkey === undefined) return refusePasskey()
  const counter = await passkeys.verifyUse(response, passkey, { challenge, requireUserVerification: isAlone })
  if (counter === undefined) return refusePasskey()
  const now = clock()
  return (current) => {
    const used = acceptOnce(current, singleUse(challenge, exp), now)
    return acceptPasskey(used, { id: passkey.id, counterBefore: passkey.counter, counter, now })
  }
}
