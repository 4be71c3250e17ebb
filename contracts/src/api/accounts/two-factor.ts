import { z } from 'zod'
import { commandResponse } from '../responses.ts'
import { requiredText } from '../shown-text.ts'
import { logInRequest, signedInResponse } from './accounts.ts'

const token = z.string({ error: 'Token is required' }).min(1, 'Token is required').max(2_000, 'Too long')

/** A code of an authenticator app: six digits, spaces allowed. */
export const appCode = z
  .string({ error: 'Code is required' })
  .max(20, 'Enter the six digits')
  .transform((text) => text.replaceAll(/\s/g, ''))
  .refine((text) => /^\d{6}$/.test(text), 'Enter the six digits')

/** A recovery code as typed: case, spaces and hyphens do not matter. */
export const recoveryCode = z
  .string({ error: 'Code is required' })
  .max(60, 'Enter a recovery code')
  .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .refine((text) => /^[A-Z2-7]{16}$/.test(text), 'Enter a recovery code')

const base64url = z.string().max(20_000)
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.strictObject({}),
}

/** What a browser answers when it has created a passkey, in the JSON form of WebAuthn, without fields that decide nothing. */
export const createdPasskey = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
export type CreatedPasskey = z.infer<typeof createdPasskey>

/** What a browser answers when a passkey was used, in the JSON form of WebAuthn. */
export const usedPasskey = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})
export type UsedPasskey = z.infer<typeof usedPasskey>

export const passkeyName = requiredText('Name is required', 60)

/** `ceremony` is the token that came with the options. */
export const passkeyProof = z.strictObject({ ceremony: token, response: usedPasskey })
export type PasskeyProof = z.infer<typeof passkeyProof>

/** The second factors with which an account can complete its login. */
export const secondFactorKind = z.enum(['app', 'passkey', 'recovery-code'])
export type SecondFactorKind = z.infer<typeof secondFactorKind>

/** The password was right, and a second factor is needed. `token` completes the login within `secondStepMinutes`. */
export const secondFactorNeeded = z.object({
  success: z.literal(true),
  message: z.string(),
  secondFactor: z.object({ token, kinds: z.array(secondFactorKind) }),
})
export type SecondFactorNeeded = z.infer<typeof secondFactorNeeded>

export const logInResponse = z.union([signedInResponse, secondFactorNeeded])
export type LogInResponse = z.infer<typeof logInResponse>

/** The second step of a login: one of the three proofs. */
export const secondStepRequest = z
  .strictObject({
    token,
    code: appCode.optional(),
    recoveryCode: recoveryCode.optional(),
    passkey: passkeyProof.optional(),
  })
  .refine(({ code, recoveryCode: spare, passkey }) => count(code, spare, passkey) === 1, {
    error: 'Code is required',
    path: ['code'],
  })

export const secondStepRequestOptions = z.strictObject({ token })

/** Options for `navigator.credentials`, in the JSON form of WebAuthn, and the token to send with its answer. */
export const passkeyOptions = z.object({ ceremony: token, options: z.record(z.string(), z.unknown()) })
export type PasskeyOptions = z.infer<typeof passkeyOptions>

/** The kinds that are left, for a page that has only the token, and the options of a passkey if there is one. */
export const secondStepOptionsResponse = z.object({
  success: z.literal(true),
  kinds: z.array(secondFactorKind),
  passkey: passkeyOptions.nullable(),
})

export const passkeyOptionsResponse = z.object({ success: z.literal(true), passkey: passkeyOptions })

/** Proves again who the caller is: with the password, or with a second factor. */
export const confirmRequest = z
  .strictObject({
    password: logInRequest.shape.password.optional(),
    code: appCode.optional(),
    passkey: passkeyProof.optional(),
  })
  .refine(({ password, code, passkey }) => count(password, code, passkey) === 1, {
    error: 'Password is required',
    path: ['password'],
  })

/** `confirmation` allows changes until `until` (ISO). */
export const confirmResponse = z.object({ success: z.literal(true), confirmation: token, until: z.string() })

/** Missing shortly after a login. */
const confirmation = { confirmation: token.optional() }

export const confirmedRequest = z.strictObject(confirmation)

const shownPasskey = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type ShownPasskey = z.infer<typeof shownPasskey>

/**
 * The second factors of the caller, without secrets. `required`: whether the installation requires them of the caller.
 * `arePasskeysOffered`: false for an installation whose address cannot have passkeys. `confirmedUntil`: ISO time until which changes need
 * no confirmation after this login, null if that is over. `hasPassword`: false for an account that has none.
 */
export const twoFactorState = z.object({
  app: z.object({ addedAt: z.string() }).nullable(),
  passkeys: z.array(shownPasskey),
  recoveryCodes: z.object({ left: z.int(), createdAt: z.string() }).nullable(),
})
export type TwoFactorState = z.infer<typeof twoFactorState>

export const twoFactorResponse = z.object({
  success: z.literal(true),
  twoFactor: twoFactorState,
  required: z.boolean(),
  arePasskeysOffered: z.boolean(),
  hasPassword: z.boolean(),
  confirmedUntil: z.string().nullable(),
})
export type TwoFactorResponse = z.infer<typeof twoFactorResponse>

/** A new secret in base32 and as the address of a QR code. It counts once `setup` comes back with a first code. */
export const setUpAppResponse = z.object({
  success: z.literal(true),
  secret: z.string(),
  uri: z.string(),
  setup: token,
})

export const addAppRequest = z.strictObject({ ...confirmation, setup: token, code: appCode })

export const addPasskeyRequest = z.strictObject({
  ...confirmation,
  ceremony: token,
  name: passkeyName,
  response: createdPasskey,
})

export const renamePasskeyRequest = z.strictObject({ ...confirmation, name: passkeyName })

/** `codes` are new recovery codes, which are shown only now: with the first second factor, and when they are renewed. */
export const twoFactorChangedResponse = commandResponse.extend({
  twoFactor: twoFactorState,
  codes: z.array(z.string()).optional(),
})
export type TwoFactorChangedResponse = z.infer<typeof twoFactorChangedResponse>

const count = (...values: readonly unknown[]): number => values.filter((value) => value !== undefined).length
