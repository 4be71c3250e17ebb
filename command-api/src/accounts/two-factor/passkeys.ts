// Passkeys (WebAuthn): creates options for browsers, each with a signed token that brings their challenge back, and verifies the answers.

import type {
  CreatedPasskey,
  PasskeyOptions,
  PasskeyProof,
} from '@thirty/contracts/accounts/two-factor-api.ts'
import { secondStepMinutes } from '@thirty/contracts/accounts/two-factor.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { productName } from '@thirty/contracts/product.ts'
import { signedTokens, type SignedTokenOptions } from '@thirty/infra/http/authentication/signed-tokens.ts'
import { z } from 'zod'
import type { Passkey } from './decide.ts'
import { singleUse } from './tokens.ts'

/** What a passkey is requested for: each purpose has its own tokens, which are invalid for the others. */
export type CeremonyPurpose = 'registration' | 'second-step' | 'login' | 'confirmation'

const ceremony = z.object({ sub: z.string().optional(), challenge: z.string(), exp: z.int() })

/** Loaded with the first passkey: it reads many formats of attestations, and most installations have none. */
const library = () => import('@simplewebauthn/server')

export type Passkeys = ReturnType<typeof passkeysOf>

/** Passkeys belong to the host of the public address, and only pages of its origin may use them. */
export function passkeysOf({
  publicUrl,
  secret,
  clock,
}: Omit<SignedTokenOptions, 'issuer'> & { publicUrl: URL }) {
  const { hostname: rpID, origin } = publicUrl
  const verifying = { expectedOrigin: origin, expectedRPID: rpID }
  const ceremoniesFor = (purpose: CeremonyPurpose) =>
    signedTokens(
      { secret, clock, issuer: origin },
      { type: `passkey-${purpose}`, lifetime: secondStepMinutes * 60, content: ceremony },
    )
  const withCeremony = (
    purpose: CeremonyPurpose,
    options: { challenge: string },
    sub?: string,
  ): PasskeyOptions => ({
    ceremony: ceremoniesFor(purpose).issue({ sub, challenge: options.challenge }),
    options: { ...options },
  })

  return {
    /** Whether browsers allow passkeys at this address: a host name with TLS, or `localhost`. */
    isOffered: arePasskeysPossible(publicUrl),

    /** Returns options to create a passkey; the passkeys of the account are excluded. */
    optionsForNew: async (
      user: { id: string; name: string; displayName: string },
      passkeys: readonly Passkey[],
    ) => {
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpName: productName,
        rpID,
        userID: new TextEncoder().encode(user.id),
        userName: user.name,
        userDisplayName: user.displayName,
        attestationType: 'none',
        excludeCredentials: passkeys.map(descriptorOf),
        // Discoverable and verifying if the authenticator can: then it is sufficient alone.
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      })
      return withCeremony('registration', options, user.id)
    },

    /** Returns options to use a passkey of a user. Without a user, the authenticator offers its passkeys for this site. */
    optionsFor: async (purpose: CeremonyPurpose, user?: { id: string; passkeys: readonly Passkey[] }) => {
      const { generateAuthenticationOptions } = await library()
      const options = await generateAuthenticationOptions({
        rpID,
        userVerification: user === undefined ? 'required' : 'preferred',
        ...(user && { allowCredentials: user.passkeys.map(descriptorOf) }),
      })
      return withCeremony(purpose, options, user?.id)
    },

    /**
     * Returns the credential of a new passkey, and the single use of its challenge; `undefined` if the answer is not one to the challenge,
     * from this site. Throws `link-over` for a challenge that was not for this user, or has expired.
     */
    verifyNew: async (user: string, answer: { ceremony: string; response: CreatedPasskey }) => {
      const claims = ceremoniesFor('registration').verify(answer.ceremony)
      if (claims?.sub !== user) refuse('link-over', 'passkeySetupOver')
      const { verifyRegistrationResponse: verify } = await library()
      const verified = await verify({
        ...verifying,
        // Safe: it reads the fields of the schema, and checks their content.
        response: answer.response as Parameters<typeof verify>[0]['response'],
        expectedChallenge: claims.challenge,
        requireUserVerification: false,
      }).catch(asInvalid)
      if (!verified?.verified) return undefined
      const { id: credential, publicKey: key, counter } = verified.registrationInfo.credential
      const publicKey = Buffer.from(key).toString('base64url')
      const transports = answer.response.response.transports ?? []
      return { credential, publicKey, counter, transports, used: singleUse(claims.challenge, claims.exp) }
    },

    /**
     * Returns the use of a passkey of a user, and the single use of its challenge; `undefined` if the answer is not signed by one for a
     * challenge of this purpose, from this site. A passkey alone must have verified its user.
     */
    verifyUse: async (
      purpose: CeremonyPurpose,
      { ceremony, response }: PasskeyProof,
      user: { id: string; passkeys: readonly Passkey[] },
    ) => {
      const claims = ceremoniesFor(purpose).verify(ceremony)
      const isAlone = purpose === 'login'
      const passkey = user.passkeys.find(({ credential }) => credential === response.id)
      if (claims === undefined || (!isAlone && claims.sub !== user.id) || passkey === undefined)
        return undefined
      const { id, credential, counter: counterBefore } = passkey
      const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'))
      const { verifyAuthenticationResponse: verify } = await library()
      const verified = await verify({
        ...verifying,
        // Safe: as above.
        response: response as Parameters<typeof verify>[0]['response'],
        expectedChallenge: claims.challenge,
        requireUserVerification: isAlone,
        credential: { id: credential, counter: counterBefore, publicKey },
      }).catch(asInvalid)
      if (!verified?.verified) return undefined
      const { newCounter: counter } = verified.authenticationInfo
      return { id, counterBefore, counter, used: singleUse(claims.challenge, claims.exp) }
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
