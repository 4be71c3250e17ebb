import { z } from 'zod'
import { signedInResponse } from '../../api/accounts/accounts.ts'
import {
  addAppRequest,
  addPasskeyRequest,
  confirmedRequest,
  confirmRequest,
  confirmResponse,
  passkeyOptionsResponse,
  passkeyProof,
  renamePasskeyRequest,
  secondStepOptionsResponse,
  secondStepRequest,
  secondStepRequestOptions,
  setUpAppResponse,
  twoFactorChangedResponse,
  twoFactorResponse,
} from '../../api/accounts/two-factor.ts'
import { defineEndpoint } from '../endpoint-definition.ts'
import { idParam } from '../path-parameters.ts'

const proof = {
  method: 'POST',
  access: 'everyone',
  limit: 'second-factor-from',
  compression: 'never',
} as const

/** The second step of a login, and the login with a passkey alone. */
export const secondStepEndpoints = {
  options: defineEndpoint({
    ...proof,
    path: '/api/auth/login/second-factor/options',
    summary: 'The second factors that complete a login, and the options for a passkey',
    body: secondStepRequestOptions,
    response: secondStepOptionsResponse,
    errors: ['second-step-over', 'account-inactive'],
  }),
  complete: defineEndpoint({
    ...proof,
    path: '/api/auth/login/second-factor',
    summary: 'Complete a login with a code of an authenticator app, a recovery code or a passkey',
    body: secondStepRequest,
    response: signedInResponse,
    errors: ['wrong-credentials', 'second-step-over', 'account-inactive'],
  }),
  passkeyOptions: defineEndpoint({
    ...proof,
    path: '/api/auth/login/passkey/options',
    summary: 'The options for a login with a passkey alone',
    // Another site cannot make a browser send JSON.
    body: z.strictObject({}),
    response: passkeyOptionsResponse,
    errors: ['not-found'],
  }),
  passkey: defineEndpoint({
    ...proof,
    path: '/api/auth/login/passkey',
    summary: 'Log in with a passkey that has verified its user, without a password',
    body: passkeyProof,
    response: signedInResponse,
    errors: ['wrong-credentials', 'second-step-over', 'account-inactive'],
  }),
}

const own = { access: 'signed-in', allowsPending: true, allowsBeforeTwoFactor: true } as const
const change = { ...own, limit: 'command', compression: 'never' } as const
const confirmedChange = { ...change, confirmed: 'by-handler' } as const
const errors = ['not-signed-in', 'conflict'] as const
const params = z.object({ passkeyId: idParam })

/** The second factors of the caller. Admins may add some. */
export const twoFactorEndpoints = {
  state: defineEndpoint({
    ...own,
    method: 'GET',
    path: '/api/auth/two-factor',
    summary: 'My second factors',
    limit: 'query',
    response: twoFactorResponse,
  }),
  confirm: defineEndpoint({
    ...change,
    method: 'POST',
    path: '/api/auth/two-factor/confirm',
    summary: 'Prove again who I am, with the password or a second factor, for what needs a recent login',
    body: confirmRequest,
    response: confirmResponse,
    errors: ['not-signed-in', 'wrong-credentials', 'second-step-over', 'no-password', 'busy'],
  }),
  confirmOptions: defineEndpoint({
    ...change,
    method: 'POST',
    path: '/api/auth/two-factor/confirm/options',
    summary: 'The options for a confirmation with a passkey',
    response: passkeyOptionsResponse,
    errors: ['not-signed-in', 'no-second-factor'],
  }),
  setUpApp: defineEndpoint({
    ...confirmedChange,
    method: 'POST',
    path: '/api/auth/two-factor/app/setup',
    summary: 'A new secret for an authenticator app, which counts once its first code was sent',
    body: confirmedRequest,
    response: setUpAppResponse,
    errors: [...errors, 'not-allowed'],
  }),
  addApp: defineEndpoint({
    ...confirmedChange,
    method: 'POST',
    path: '/api/auth/two-factor/app',
    summary: 'Turn on an authenticator app with its first code',
    body: addAppRequest,
    response: twoFactorChangedResponse,
    errors: [...errors, 'not-allowed', 'wrong-credentials', 'second-step-over', 'link-over'],
  }),
  removeApp: defineEndpoint({
    ...confirmedChange,
    method: 'DELETE',
    path: '/api/auth/two-factor/app',
    summary: 'Remove the authenticator app',
    body: confirmedRequest,
    response: twoFactorChangedResponse,
    errors: [...errors, 'last-factor'],
  }),
  passkeyOptions: defineEndpoint({
    ...confirmedChange,
    method: 'POST',
    path: '/api/auth/two-factor/passkeys/options',
    summary: 'The options for a new passkey',
    body: confirmedRequest,
    response: passkeyOptionsResponse,
    errors: [...errors, 'not-allowed', 'not-found', 'quota-reached'],
  }),
  addPasskey: defineEndpoint({
    ...confirmedChange,
    method: 'POST',
    path: '/api/auth/two-factor/passkeys',
    summary: 'Add a passkey',
    body: addPasskeyRequest,
    response: twoFactorChangedResponse,
    errors: [...errors, 'not-allowed', 'wrong-credentials', 'second-step-over', 'link-over', 'quota-reached'],
  }),
  renamePasskey: defineEndpoint({
    ...confirmedChange,
    method: 'PUT',
    path: '/api/auth/two-factor/passkeys/:passkeyId',
    summary: 'Rename a passkey',
    params,
    body: renamePasskeyRequest,
    response: twoFactorChangedResponse,
    errors: [...errors, 'passkey-not-found'],
  }),
  removePasskey: defineEndpoint({
    ...confirmedChange,
    method: 'DELETE',
    path: '/api/auth/two-factor/passkeys/:passkeyId',
    summary: 'Remove a passkey',
    params,
    body: confirmedRequest,
    response: twoFactorChangedResponse,
    errors: [...errors, 'passkey-not-found', 'last-factor'],
  }),
  renewCodes: defineEndpoint({
    ...confirmedChange,
    method: 'POST',
    path: '/api/auth/two-factor/recovery-codes',
    summary: 'New recovery codes in place of all earlier ones',
    body: confirmedRequest,
    response: twoFactorChangedResponse,
    errors: [...errors, 'no-second-factor'],
  }),
}
