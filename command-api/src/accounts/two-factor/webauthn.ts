// Creates options for passkeys, and verifies what browsers answer (WebAuthn).

import type { CreatedPasskey, UsedPasskey } from '@thirty/contracts/accounts/two-factor-api.ts'
import { productName } from '@thirty/contracts/product.ts'
import type { Passkey } from './decide.ts'

type Expected = { challenge: string; requireUserVerification: boolean }
type NewPasskeyOptions = { id: string; name: string; displayName: string; passkeys: readonly Passkey[] }

/** Loaded with the first passkey: it reads many formats of attestations, and most installations have none. */
const library = () => import('@simplewebauthn/server')

export type WebAuthn = ReturnType<typeof webAuthn>

/** Passkeys belong to the host of the public address, and only pages of its origin may use them. */
export function webAuthn(publicUrl: URL) {
  const { hostname: rpID, origin } = publicUrl
  const verifying = { expectedOrigin: origin, expectedRPID: rpID }

  return {
    /** Whether browsers allow passkeys at this address: a host name with TLS, or `localhost`. */
    isOffered: arePasskeysPossible(publicUrl),

    /** Returns options to create a passkey; the passkeys of the account are excluded. */
    newPasskeyOptions: async ({ id, name, displayName, passkeys }: NewPasskeyOptions) =>
      (await library()).generateRegistrationOptions({
        rpName: productName,
        rpID,
        userID: new TextEncoder().encode(id),
        userName: name,
        userDisplayName: displayName,
        attestationType: 'none',
        excludeCredentials: passkeys.map(descriptorOf),
        // Discoverable and verifying if the authenticator can: then it is sufficient alone.
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      }),

    /** Returns options to use a passkey. Without `passkeys`, the authenticator offers its passkeys for this site. */
    passkeyOptions: async ({ passkeys }: { passkeys?: readonly Passkey[] } = {}) =>
      (await library()).generateAuthenticationOptions({
        rpID,
        userVerification: passkeys === undefined ? 'required' : 'preferred',
        ...(passkeys && { allowCredentials: passkeys.map(descriptorOf) }),
      }),

    /** Returns the credential of a new passkey; `undefined` if the answer is not one to the challenge, from this site. */
    verifyNew: async (response: CreatedPasskey, expectedChallenge: string) => {
      const { verifyRegistrationResponse: verify } = await library()
      const verified = await verify({
        ...verifying,
        // Safe: it reads the fields of the schema, and checks their content.
        response: response as Parameters<typeof verify>[0]['response'],
        expectedChallenge,
        requireUserVerification: false,
      }).catch(asInvalid)
      if (!verified?.verified) return undefined
      const { id, publicKey, counter } = verified.registrationInfo.credential
      return {
        credential: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: response.response.transports ?? [],
      }
    },

    /** Returns the new counter of a passkey; `undefined` if the answer is not signed by it for the challenge, from this site. */
    verifyUse: async (
      response: UsedPasskey,
      { credential: id, publicKey, counter }: Passkey,
      { challenge, requireUserVerification }: Expected,
    ): Promise<number | undefined> => {
      const { verifyAuthenticationResponse: verify } = await library()
      const verified = await verify({
        ...verifying,
        // Safe: as above.
        response: response as Parameters<typeof verify>[0]['response'],
        expectedChallenge: challenge,
        requireUserVerification,
        credential: { id, counter, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')) },
      }).catch(asInvalid)
      return verified?.verified ? verified.authenticationInfo.newCounter : undefined
    },
  }
}

const descriptorOf = ({ credential: id, transports }: Passkey) => ({ id, transports })

function arePasskeysPossible({ protocol, hostname }: URL): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return !isAddress && (protocol === 'https:' || hostname === 'localhost')
}

/** The library throws for everything that is wrong with an answer, which is data of a caller. */
const asInvalid = (): undefined => undefined
