import { useSyncExternalStore } from 'react'
import type { PasskeyOptions } from '@thirty/contracts/accounts/two-factor-api.ts'

/** Loaded when a passkey is used, because few people have one. */
const library = () => import('@simplewebauthn/browser')

/** Whether this browser has passkeys, which it has over https and on localhost only. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

const subscribeToNothing = () => () => undefined

/** The same inside a component. A prerendered page has what most browsers have. */
export const useHasPasskeys = (): boolean => useSyncExternalStore(subscribeToNothing, hasPasskeys, () => true)

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
