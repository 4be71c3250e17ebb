// The requests that change the second factors of the user's account.

import type { TwoFactorChangedResponse } from '@thirty/contracts/accounts/two-factor-api.ts'
import { request } from '../../shared/http/http.ts'
import { isAbortError, RequestFailed } from '../../shared/http/request-failed.ts'
import { createPasskeyFor, ownTwoFactor } from '../../shared/second-step/passkeys.tsx'
import { t } from '../../shared/i18n/t.ts'

/** Shows the recovery codes that came with a change, if any did. */
export type ShowCodes = (codes: TwoFactorChangedResponse['codes']) => void

/** Shows a change at once. Returns the response. */
function show(changed: TwoFactorChangedResponse): TwoFactorChangedResponse {
  ownTwoFactor.change((loaded) => ({ ...loaded, twoFactor: changed.twoFactor }))
  return changed
}

/** Begins to set up an app: its secret counts only after `addApp`. */
export const setUpApp = () => request('POST', '/api/auth/two-factor/app/setup', { body: {} })
export type AppSetup = Awaited<ReturnType<typeof setUpApp>>

export const addApp = (body: { setup: string; code: string }) =>
  request('POST', '/api/auth/two-factor/app', { body }).then(show)

export const removeApp = () => request('DELETE', '/api/auth/two-factor/app', { body: {} }).then(show)

/** Creates a passkey in the browser and adds it. Rejects with `RequestFailed`, also if the browser has created none. */
export async function addPasskey(name: string) {
  try {
    const { passkey } = await request('POST', '/api/auth/two-factor/passkeys/options', { body: {} })
    const body = { ...(await createPasskeyFor(passkey)), name }
    return show(await request('POST', '/api/auth/two-factor/passkeys', { body }))
  } catch (error) {
    if (error instanceof RequestFailed || isAbortError(error)) throw error
    const exists = error instanceof Error && error.name === 'InvalidStateError'
    const message = t(exists ? 'adminSecurity.passkeyExists' : 'adminSecurity.passkeyNotCreated')
    throw new RequestFailed(400, { code: 'passkey', message }, true)
  }
}

const ofPasskey = (passkeyId: string) => ({ params: { passkeyId } }) as const

export const renamePasskey = (id: string, name: string) =>
  request('PUT', '/api/auth/two-factor/passkeys/:passkeyId', { ...ofPasskey(id), body: { name } }).then(show)

export const removePasskey = (id: string) =>
  request('DELETE', '/api/auth/two-factor/passkeys/:passkeyId', { ...ofPasskey(id), body: {} }).then(show)

export const renewCodes = () =>
  request('POST', '/api/auth/two-factor/recovery-codes', { body: {} }).then(show)
