// Checks a code, a recovery code or a passkey: the second step of a login, a confirmation in an open session, or a passkey that signs in
// alone. Counts attempts with codes, and uses up what works once, across processes: codes, challenges and the token of a login.

import type { PasskeyProof } from '@thirty/contracts/accounts/two-factor-api.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import type { Request } from 'express'
import type { Parts } from '../../parts.ts'
import { countOutsideAttempt, countSessionAttempt } from '../attempts/count-attempts.ts'
import { stepOf, recoveryCodeDigest } from './codes.ts'
import { changeFactors, loadFactors } from './change-factors.ts'
import {
  refuseCode,
  refusePasskey,
  acceptAppCode,
  acceptOnce,
  acceptPasskey,
  acceptRecoveryCode,
  type SingleUse,
  type SecondFactors,
} from './decide.ts'
import { singleUse, type CeremonyPurpose } from './tokens.ts'

/** One of three proofs of a user. `purpose`: what the passkey was requested for. */
type Verification = {
  user: string
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyProof | undefined
  purpose: CeremonyPurpose
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
export async function verifyFactor(parts: Parts, verification: Verification) {
  const { limits, clock } = parts
  const { user, passkey, correlation, request, session, token } = verification
  const attempt = async () => {
    const accept = await checkProof(parts, verification)
    return changeFactors(parts, {
      user,
      correlation,
      reader: parts.languageOf(request),
      decide: (factors) => accept(token === undefined ? factors : acceptOnce(factors, token, clock())),
    })
  }
  // Nobody can guess a signature, and anybody may send one: counted, it would lock out the owner.
  if (passkey !== undefined) return attempt()
  if (session !== undefined) return countSessionAttempt(limits, 'second-factor', session, attempt)
  return countOutsideAttempt(limits, 'second-factor', { user, request }, attempt)
}

/** Returns how a right proof changes the factors. A signature is checked here, against the counter of this moment. */
async function checkProof(
  parts: Parts,
  { user, code, recoveryCode, passkey, purpose }: Verification,
): Promise<(factors: SecondFactors) => SecondFactors> {
  const now = parts.clock()
  if (passkey !== undefined) {
    const { challenge, exp, ...use } = await checkPasskey(parts, user, passkey, purpose)
    return (factors) => acceptPasskey(acceptOnce(factors, singleUse(challenge, exp), now), { ...use, now })
  }
  if (recoveryCode !== undefined)
    return (factors) => acceptRecoveryCode(factors, recoveryCodeDigest(user, recoveryCode))
  if (code === undefined) return refuseCode()
  return (factors) => {
    const secret = factors.app === null ? undefined : parts.secrets.unseal(factors.app.secret, user)
    return acceptAppCode(factors, secret === undefined ? undefined : stepOf(secret, code, now))
  }
}

/** A passkey alone must have verified its user. Throws `wrong-credentials`. */
async function checkPasskey(
  { commands, twoFactorTokens, passkeys }: Parts,
  user: string,
  { ceremony, response }: PasskeyProof,
  purpose: CeremonyPurpose,
) {
  const claims = twoFactorTokens.verifyCeremony(purpose, ceremony)
  const isAlone = purpose === 'login'
  if (claims === undefined || (!isAlone && claims.sub !== user)) return refusePasskey()
  const { challenge, exp } = claims
  const factors = await loadFactors(commands, user)
  const passkey = factors.passkeys.find(({ credential }) => credential === response.id) ?? refusePasskey()
  const counter = await passkeys.verifyUse(response, passkey, { challenge, requireUserVerification: isAlone })
  if (counter === undefined) return refusePasskey()
  return { challenge, exp, id: passkey.id, counterBefore: passkey.counter, counter }
}
