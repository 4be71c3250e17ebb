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
import { get, post, put, del } from '../endpoint-definition.ts'
import { idParam } from '../path-parameters.ts'

const proof = {
  access: 'everyone',
  limit: 'second-factor-from',
  compression: 'never',
} as const

/** The second step of a login, and the login with a passkey alone. */
export const secondStepEndpoints = {
  options: post('/api/auth/login/second-factor/options', {
    ...proof,
    summary: 'The second factors that complete a login, and the options for a passkey',
    body: secondStepRequestOptions,
    response: secondStepOptionsResponse,
    errors: ['second-step-over', 'account-inactive'],
  }),
  complete: post('/api/auth/login/second-factor', {
    ...proof,
    summary: 'Complete a login with a code of an authenticator app, a recovery code or a passkey',
    body: secondStepRequest,
    response: signedInResponse,
    errors: ['wrong-credentials', 'second-step-over', 'account-inactive'],
  }),
  passkeyOptions: post('/api/auth/login/passkey/options', {
    ...proof,
    summary: 'The options for a login with a passkey alone',
    // Another site cannot make a browser send JSON.
    body: z.strictObject({}),
    response: passkeyOptionsResponse,
    errors: ['not-found'],
  }),
  passkey: post('/api/auth/login/passkey', {
    ...proof,
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
  state: get('/api/auth/two-factor', {
    ...own,
    summary: 'My second factors',
    response: twoFactorResponse,
  }),
  confirm: post('/api/auth/two-factor/confirm', {
    ...change,
    summary: 'Prove again who I am, with the password or a second factor, for what needs a recent login',
    body: confirmRequest,
    response: confirmResponse,
    errors: ['not-signed-in', 'wrong-credentials', 'second-step-over', 'no-password', 'busy'],
  }),
  confirmOptions: post('/api/auth/two-factor/confirm/options', {
    ...change,
    summary: 'The options for a confirmation with a passkey',
    response: passkeyOptionsResponse,
    errors: ['not-signed-in', 'no-second-factor'],
  }),
  setUpApp: post('/api/auth/two-factor/app/setup', {
    ...confirmedChange,
    summary: 'A new secret for an authenticator app, which counts once its first code was sent',
    body: confirmedRequest,
    response: setUpAppResponse,
    errors: [...errors, 'not-allowed'],
  }),
  addApp: post('/api/auth/two-factor/app', {
    ...confirmedChange,
    summary: 'Turn on an authenticator app with its first code',
    body: addAppRequest,
    response: twoFactorChangedResponse,
    errors: [...errors, 'not-allowed', 'wrong-credentials', 'second-step-over', 'link-over'],
  }),
  removeApp: del('/api/auth/two-factor/app', {
    ...confirmedChange,
    summary: 'Remove the authenticator app',
    body: confirmedRequest,
    response: twoFactorChangedResponse,
    errors: [...errors, 'last-factor'],
  }),
  passkeyOptions: post('/api/auth/two-factor/passkeys/options', {
    ...confirmedChange,
    summary: 'The options for a new passkey',
    body: confirmedRequest,
    response: passkeyOptionsResponse,
    errors: [...errors, 'not-allowed', 'not-found', 'quota-reached'],
  }),
  addPasskey: post('/api/auth/two-factor/passkeys', {
    ...confirmedChange,
    summary: 'Add a passkey',
    body: addPasskeyRequest,
    response: twoFactorChangedResponse,
    errors: [...errors, 'not-allowed', 'wrong-credentials', 'second-step-over', 'link-over', 'quota-reached'],
  }),
  renamePasskey: put('/api/auth/two-factor/passkeys/:passkeyId', {
    ...confirmedChange,
    summary: 'Rename a passkey',
    params,
    body: renamePasskeyRequest,
    response: twoFactorChangedResponse,
    errors: [...errors, 'passkey-not-found'],
  }),
  removePasskey: del('/api/auth/two-factor/passkeys/:passkeyId', {
    ...confirmedChange,
    summary: 'Remove a passkey',
    params,
    body: confirmedRequest,
    response: twoFactorChangedResponse,
    errors: [...errors, 'passkey-not-found', 'last-factor'],
  }),
  renewCodes: post('/api/auth/two-factor/recovery-codes', {
    ...confirmedChange,
    summary: 'New recovery codes in place of all earlier ones',
    body: confirmedRequest,
    response: twoFactorChangedResponse,
    errors: [...errors, 'no-second-factor'],
  }),
}
