import type {
  TwoFactorChangedResponse,
  TwoFactorResponse,
} from '@thirty/contracts/api/accounts/two-factor.ts'
import { queryClient } from '../../shared/http/query-client.ts'
import { request } from '../../shared/http/http.ts'
import { createPasskeyFor, answerWithPasskey } from '../../shared/second-step/passkeys.ts'
import { confirmed } from './confirmation-store.ts'

const area = 'admin'
export const queryKey = ['two-factor']

export const fetchTwoFactor = (signal: AbortSignal): Promise<TwoFactorResponse> =>
  request('GET', '/api/auth/two-factor', { area, signal })

/** Shows a change at once. Returns the response. */
function show(changed: TwoFactorChangedResponse): TwoFactorChangedResponse {
  queryClient.setQueryData<TwoFactorResponse>(
    queryKey,
    (loaded) => loaded && { ...loaded, twoFactor: changed.twoFactor },
  )
  return changed
}

/** Begins to set up an app: its secret counts only after `addApp`. */
export const setUpApp = () =>
  confirmed((confirmation) =>
    request('POST', '/api/auth/two-factor/app/setup', { body: { ...confirmation }, area }),
  )
export type AppSetup = Awaited<ReturnType<typeof setUpApp>>

export const addApp = (body: { setup: string; code: string }) =>
  confirmed((confirmation) =>
    request('POST', '/api/auth/two-factor/app', { body: { ...body, ...confirmation }, area }).then(show),
  )

export const removeApp = () =>
  confirmed((confirmation) =>
    request('DELETE', '/api/auth/two-factor/app', { body: { ...confirmation }, area }).then(show),
  )

/** Creates a passkey in the browser and adds it. Rejects if the user cancels. */
export const addPasskey = (name: string) =>
  confirmed(async (confirmation) => {
    const { passkey } = await request('POST', '/api/auth/two-factor/passkeys/options', {
      body: { ...confirmation },
      area,
    })
    const created = await createPasskeyFor(passkey)
    const body = { ...created, ...confirmation, name }
    return show(await request('POST', '/api/auth/two-factor/passkeys', { body, area }))
  })

const ofPasskey = (passkeyId: string) => ({ params: { passkeyId }, area }) as const

export const renamePasskey = (id: string, name: string) =>
  confirmed((confirmation) =>
    request('PUT', '/api/auth/two-factor/passkeys/:passkeyId', {
      ...ofPasskey(id),
      body: { name, ...confirmation },
    }).then(show),
  )

export const removePasskey = (id: string) =>
  confirmed((confirmation) =>
    request('DELETE', '/api/auth/two-factor/passkeys/:passkeyId', {
      ...ofPasskey(id),
      body: { ...confirmation },
    }).then(show),
  )

export const renewCodes = () =>
  confirmed((confirmation) =>
    request('POST', '/api/auth/two-factor/recovery-codes', { body: { ...confirmation }, area }).then(show),
  )

const confirm = async (body: object): Promise<string> =>
  (await request('POST', '/api/auth/two-factor/confirm', { body, area })).confirmation

export const confirmWithPassword = ({ password }: { password: string }) => confirm({ password })

export const confirmWithCode = ({ code }: { code: string }) => confirm({ code })

export async function confirmWithPasskey(): Promise<string> {
  const { passkey } = await request('POST', '/api/auth/two-factor/confirm/options', { area })
  return confirm({ passkey: await answerWithPasskey(passkey) })
}
