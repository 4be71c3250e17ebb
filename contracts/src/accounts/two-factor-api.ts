// Endpoints of the login with its second step, and of the second factors of the caller.

import { z } from 'zod'
import { rule } from '../texts/text.ts'
import { commandResponse, queryResponse } from '../endpoints/responses.ts'
import { requiredText } from '../endpoints/shown-text.ts'
import { logInRequest, ofOwnAccount, signedInResponse, tokenUpTo } from './api.ts'
import { get, post, put, del } from '../endpoints/endpoint-definition.ts'

const token = tokenUpTo(2_000)

/** A code of an authenticator app: six digits, spaces allowed. */
export const appCode = z
  .string({ error: rule('codeRequired') })
  .max(20, rule('sixDigits'))
  .transform((text) => text.replaceAll(/\s/g, ''))
  .refine((text) => /^\d{6}$/.test(text), rule('sixDigits'))

/** A recovery code as typed: case, spaces and hyphens do not matter. */
export const recoveryCode = z
  .string({ error: rule('codeRequired') })
  .max(60, rule('enterRecoveryCode'))
  .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .refine((text) => /^[A-Z2-7]{16}$/.test(text), rule('enterRecoveryCode'))

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

export const passkeyName = requiredText(rule('nameRequired'), 60)

/** `ceremony` is the token that came with the options. */
export const passkeyProof = z.strictObject({ ceremony: token, response: usedPasskey })
export type PasskeyProof = z.infer<typeof passkeyProof>

/** The second factors with which an account can complete its login. */
export const secondFactorKind = z.enum(['app', 'passkey', 'recovery-code'])
export type SecondFactorKind = z.infer<typeof secondFactorKind>

/** The password was right, and a second factor is needed. `token` completes the login within `secondStepMinutes`. */
export const secondFactorNeeded = queryResponse.extend({
  message: z.string(),
  secondFactor: z.object({ token, kinds: z.array(secondFactorKind) }),
})
export type SecondFactorNeeded = z.infer<typeof secondFactorNeeded>

export const logInEndpoints = {
  logIn: post('/api/auth/login', 'everyone', {
    summary:
      'Log in with an email address or a username; an account with a second factor gets a token for the second step',
    limit: 'sign-in-from',
    body: logInRequest,
    response: z.union([signedInResponse, secondFactorNeeded]),
    compression: 'never',
    errors: ['wrong-credentials', 'account-inactive'],
  }),
}

/** Options for `navigator.credentials`, in the JSON form of WebAuthn, and the token to send with its answer. */
export const passkeyOptions = z.object({ ceremony: token, options: z.record(z.string(), z.unknown()) })
export type PasskeyOptions = z.infer<typeof passkeyOptions>

export const passkeyOptionsResponse = queryResponse.extend({ passkey: passkeyOptions })

/** Missing shortly after a login. */
const confirmation = { confirmation: token.optional() }

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

export const twoFactorResponse = queryResponse.extend({
  twoFactor: twoFactorState,
  required: z.boolean(),
  arePasskeysOffered: z.boolean(),
  hasPassword: z.boolean(),
  confirmedUntil: z.string().nullable(),
})
export type TwoFactorResponse = z.infer<typeof twoFactorResponse>

/** `codes` are new recovery codes, which are shown only now: with the first second factor, and when they are renewed. */
export const twoFactorChangedResponse = commandResponse.extend({
  twoFactor: twoFactorState,
  codes: z.array(z.string()).optional(),
})
export type TwoFactorChangedResponse = z.infer<typeof twoFactorChangedResponse>

const count = (...values: readonly unknown[]): number => values.filter((value) => value !== undefined).length

const proof = { limit: 'second-factor-from', compression: 'never' } as const

/** The second step of a login, and the login with a passkey alone. */
export const secondStepEndpoints = {
  options: post('/api/auth/login/second-factor/options', 'everyone', {
    ...proof,
    summary: 'The second factors that complete a login, and the options for a passkey',
    body: z.strictObject({ token }),
    /** The kinds that are left, for a page that has only the token, and the options of a passkey if there is one. */
    response: queryResponse.extend({
      kinds: z.array(secondFactorKind),
      passkey: passkeyOptions.nullable(),
    }),
    errors: ['second-step-over', 'account-inactive'],
  }),
  complete: post('/api/auth/login/second-factor', 'everyone', {
    ...proof,
    summary: 'Complete a login with a code of an authenticator app, a recovery code or a passkey',
    body: z
      .strictObject({
        token,
        code: appCode.optional(),
        recoveryCode: recoveryCode.optional(),
        passkey: passkeyProof.optional(),
      })
      .refine(({ code, recoveryCode: spare, passkey }) => count(code, spare, passkey) === 1, {
        error: rule('codeRequired'),
        path: ['code'],
      }),
    response: signedInResponse,
    errors: ['wrong-credentials', 'second-step-over', 'account-inactive'],
  }),
  passkeyOptions: post('/api/auth/login/passkey/options', 'everyone', {
    ...proof,
    summary: 'The options for a login with a passkey alone',
    // Another site cannot make a browser send JSON.
    body: z.strictObject({}),
    response: passkeyOptionsResponse,
  }),
  passkey: post('/api/auth/login/passkey', 'everyone', {
    ...proof,
    summary: 'Log in with a passkey that has verified its user, without a password',
    body: passkeyProof,
    response: signedInResponse,
    errors: ['wrong-credentials', 'second-step-over', 'account-inactive'],
  }),
}

const change = { ...ofOwnAccount, limit: 'command', compression: 'never' } as const
const confirmedChange = {
  ...change,
  confirmed: 'by-handler',
  body: z.strictObject(confirmation),
  response: twoFactorChangedResponse,
} as const

/** The second factors of the caller. Admins may add some. */
export const twoFactorEndpoints = {
  state: get('/api/auth/two-factor', 'signed-in', {
    ...ofOwnAccount,
    summary: 'My second factors',
    response: twoFactorResponse,
  }),
  confirm: post('/api/auth/two-factor/confirm', 'signed-in', {
    ...change,
    summary: 'Prove again who I am, with the password or a second factor, for what needs a recent login',
    body: z
      .strictObject({
        password: logInRequest.shape.password.optional(),
        code: appCode.optional(),
        passkey: passkeyProof.optional(),
      })
      .refine(({ password, code, passkey }) => count(password, code, passkey) === 1, {
        error: rule('passwordRequired'),
        path: ['password'],
      }),
    /** `confirmation` allows changes until `until` (ISO). */
    response: queryResponse.extend({ confirmation: token, until: z.string() }),
    errors: ['wrong-credentials', 'second-step-over', 'no-password'],
  }),
  confirmOptions: post('/api/auth/two-factor/confirm/options', 'signed-in', {
    ...change,
    summary: 'The options for a confirmation with a passkey',
    response: passkeyOptionsResponse,
    errors: ['no-second-factor'],
  }),
  setUpApp: post('/api/auth/two-factor/app/setup', 'signed-in', {
    ...confirmedChange,
    summary: 'A new secret for an authenticator app, which counts once its first code was sent',
    /** `secret` is base32, `uri` the address of a QR code. */
    response: queryResponse.extend({ secret: z.string(), uri: z.string(), setup: token }),
    errors: ['not-allowed'],
  }),
  addApp: post('/api/auth/two-factor/app', 'signed-in', {
    ...confirmedChange,
    summary: 'Turn on an authenticator app with its first code',
    body: z.strictObject({ ...confirmation, setup: token, code: appCode }),
    errors: ['not-allowed', 'wrong-credentials', 'second-step-over', 'link-over'],
  }),
  removeApp: del('/api/auth/two-factor/app', 'signed-in', {
    ...confirmedChange,
    summary: 'Remove the authenticator app',
    errors: ['last-factor'],
  }),
  passkeyOptions: post('/api/auth/two-factor/passkeys/options', 'signed-in', {
    ...confirmedChange,
    summary: 'The options for a new passkey',
    response: passkeyOptionsResponse,
    errors: ['not-allowed', 'quota-reached'],
  }),
  addPasskey: post('/api/auth/two-factor/passkeys', 'signed-in', {
    ...confirmedChange,
    summary: 'Add a passkey',
    body: z.strictObject({
      ...confirmation,
      ceremony: token,
      name: passkeyName,
      response: createdPasskey,
    }),
    errors: ['not-allowed', 'wrong-credentials', 'second-step-over', 'link-over', 'quota-reached'],
  }),
  renamePasskey: put('/api/auth/two-factor/passkeys/:passkeyId', 'signed-in', {
    ...confirmedChange,
    summary: 'Rename a passkey',
    body: z.strictObject({ ...confirmation, name: passkeyName }),
  }),
  removePasskey: del('/api/auth/two-factor/passkeys/:passkeyId', 'signed-in', {
    ...confirmedChange,
    summary: 'Remove a passkey',
    errors: ['last-factor'],
  }),
  renewCodes: post('/api/auth/two-factor/recovery-codes', 'signed-in', {
    ...confirmedChange,
    summary: 'New recovery codes in place of all earlier ones',
    errors: ['no-second-factor'],
  }),
}
