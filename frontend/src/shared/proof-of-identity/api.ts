// What the dialog for a proof of identity asks of the server: the second factors of the user, and a proof by password, code or passkey.
// Each `confirm…` resolves to the proof, which requests then carry (`http/proof-of-identity.ts`).

import type { TwoFactorResponse } from '@thirty/contracts/accounts/two-factor-api.ts'
import { request } from '../http/http.ts'
import { liveData } from '../live/live-data.ts'
import { answerWithPasskey } from '../second-step/passkeys.tsx'

const area = 'admin'

/** The second factors of the user. */
export const ownTwoFactor = liveData<TwoFactorResponse>({
  load: (_key, signal) => request('GET', '/api/auth/two-factor', { area, signal }),
  resyncs: true,
})

const confirm = async (body: object): Promise<string> =>
  (await request('POST', '/api/auth/two-factor/confirm', { body, area })).confirmation

export const confirmWithPassword = ({ password }: { password: string }) => confirm({ password })

export const confirmWithCode = ({ code }: { code: string }) => confirm({ code })

export async function confirmWithPasskey(): Promise<string> {
  const { passkey } = await request('POST', '/api/auth/two-factor/confirm/options', { area })
  return confirm({ passkey: await answerWithPasskey(passkey) })
}
