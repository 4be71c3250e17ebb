// Passkeys: the browser's requests, the button that begins one, and the login with a passkey alone, which only admins have. And the second
// factors of the user.

import type { PasskeyOptions } from '@thirty/contracts/accounts/two-factor-api.ts'
import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import { useSyncExternalStore, useState } from 'react'
import { Fingerprint } from 'lucide-react'
import { requestMessage } from '../http/request-failed.ts'
import { Button, type ButtonKind } from '../ui/controls/button.tsx'
import { Failure } from '../ui/display/surfaces.tsx'
import { t } from '../i18n/t.ts'
import { request } from '../http/http.ts'
import { liveData } from '../live/live-data.ts'
import layout from '../styles/layout.module.css'

/** Loaded when a passkey is used, because few people have one. */
const library = () => import('@simplewebauthn/browser')

/** Whether this browser has passkeys, which it has over https and on localhost only. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

const subscribeToNothing = () => () => undefined

/** Asks the browser for a signature with a passkey. Rejects if the user cancels. */
export async function answerWithPasskey({ ceremony, options }: PasskeyOptions) {
  const { startAuthentication } = await library()
  // Safe: the server makes the options with the same library.
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const { id, rawId, response } = await startAuthentication({ optionsJSON })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    ceremony,
    response: {
      ...credentialOf(id, rawId),
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
    },
  }
}

/** Asks the browser to create a passkey. Rejects if the user cancels, or has one of this account in the same authenticator. */
export async function createPasskeyFor({ ceremony, options }: PasskeyOptions) {
  const { startRegistration } = await library()
  // Safe: as above.
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  return {
    ceremony,
    response: {
      ...credentialOf(id, rawId),
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    },
  }
}

const credentialOf = (id: string, rawId: string) =>
  ({ id, rawId, type: 'public-key', clientExtensionResults: {} }) as const

type PasskeyButtonProps<Response> = {
  label: string
  kind?: ButtonKind
  run: () => Promise<Response>
  onDone: (response: Response) => void
}

export const PasskeyButton = <Response,>({ label, kind, run, onDone }: PasskeyButtonProps<Response>) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const press = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      onDone(await run())
    } catch (error) {
      // Browsers say no more than that: it was cancelled, took too long, or there is none.
      setFailure(requestMessage(error) ?? t('secondStep.passkeyNotUsed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={layout.stack20}>
      <Failure text={failure} />
      <Button
        kind={kind}
        size="large"
        wide
        icon={<Fingerprint />}
        busy={busy}
        busyText={t('common.waitingForPasskey')}
        onClick={() => void press()}
      >
        {label}
      </Button>
    </div>
  )
}

async function logInWithPasskey(): Promise<SignedInResponse> {
  const { passkey } = await request('POST', '/api/auth/login/passkey/options', { body: {}, token: null })
  return request('POST', '/api/auth/login/passkey', { body: await answerWithPasskey(passkey), token: null })
}

export const PasskeyLogin = ({ onSignedIn }: { onSignedIn: (response: SignedInResponse) => void }) => {
  // A prerendered page has what most browsers have.
  const isOffered = useSyncExternalStore(subscribeToNothing, hasPasskeys, () => true)
  return (
    isOffered && (
      <PasskeyButton label={t('secondStep.logInWithPasskey')} run={logInWithPasskey} onDone={onSignedIn} />
    )
  )
}

/** The second factors of the user. */
export const ownTwoFactor = liveData({
  load: (_key: undefined, signal) => request('GET', '/api/auth/two-factor', { signal }),
  resyncs: true,
})
