// What the dialog for a proof of identity asks of the server: the second factors of the user, and a proof by password, code or passkey.
// The proof is a text that requests then carry (`http/proof-of-identity.ts`).

import type { TwoFactorResponse } from '@thirty/contracts/accounts/two-factor-api.ts'
import { request } from '../http/http.ts'
import { liveData } from '../live/live-data.ts'
import { answerWithPasskey } from '../second-step/passkeys.tsx'

/** The second factors of the user. */
export const ownTwoFactor = liveData<TwoFactorResponse>({
  load: (_key, signal) => request('GET', '/api/auth/two-factor', { signal }),
  resyncs: true,
})

/** Returns a proof for a password, a code of the app or what a passkey has answered. */
export const proveIdentity = async (body: object): Promise<string> =>
  (await request('POST', '/api/auth/two-factor/confirm', { body })).confirmation

/** Returns a proof for a passkey, which the browser asks for. */
export async function confirmWithPasskey(): Promise<string> {
  const { passkey } = await request('POST', '/api/auth/two-factor/confirm/options')
  return proveIdentity({ passkey: await answerWithPasskey(passkey) })
}
