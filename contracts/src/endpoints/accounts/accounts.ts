import {
  adminSignUpRequest,
  changePasswordResponse,
  changePasswordRequest,
  deleteAccountRequest,
  logInRequest,
  meResponse,
  signedInResponse,
  signUpRequest,
} from '../../api/accounts/accounts.ts'
import { ownDataResponse } from '../../api/accounts/own-data.ts'
import { logInResponse } from '../../api/accounts/two-factor.ts'
import { commandResponse } from '../../api/responses.ts'
import { get, post, del } from '../../api/endpoint-definition.ts'

export const accountEndpoints = {
  signUp: post('/api/auth/signup', {
    summary: 'Sign up as a participant',
    access: 'everyone',
    limit: 'sign-up',
    body: signUpRequest,
    status: 201,
    response: signedInResponse,
    compression: 'never',
    errors: ['name-taken', 'busy', 'conflict'],
  }),
  logIn: post('/api/auth/login', {
    summary:
      'Log in with an email address or a username; an account with a second factor gets a token for the second step',
    access: 'everyone',
    limit: 'sign-in-from',
    body: logInRequest,
    response: logInResponse,
    compression: 'never',
    errors: ['wrong-credentials', 'account-inactive', 'busy'],
  }),
  adminSignUp: post('/api/auth/admin-signup', {
    summary: 'Sign up as an admin, with the registration key',
    access: 'visitors',
    limit: 'sign-up',
    body: adminSignUpRequest,
    status: 201,
    response: signedInResponse,
    compression: 'never',
    errors: ['wrong-admin-key', 'name-taken', 'busy', 'conflict'],
  }),
  me: get('/api/auth/me', {
    summary:
      'My account and my rank; in exchange for the one-time token of a social sign-in also a session token',
    access: 'signed-in',
    allowsBeforeTwoFactor: true,
    acceptsOneTimeToken: true,
    response: meResponse,
    compression: 'never',
  }),
  changePassword: post('/api/auth/change-password', {
    summary: 'Change my password; all other sessions end',
    access: 'signed-in',
    allowsBeforeTwoFactor: true,
    allowsPending: true,
    limit: 'change-password',
    body: changePasswordRequest,
    response: changePasswordResponse,
    compression: 'never',
    errors: ['wrong-credentials', 'no-password', 'busy', 'conflict'],
  }),
  logOut: post('/api/auth/logout', {
    summary: 'End this session',
    access: 'signed-in',
    allowsBeforeTwoFactor: true,
    allowsPending: true,
    limit: 'end-sessions',
    response: commandResponse,
  }),
  logOutEverywhere: post('/api/auth/logout-everywhere', {
    summary: 'End all my sessions',
    access: 'signed-in',
    allowsBeforeTwoFactor: true,
    allowsPending: true,
    limit: 'end-sessions',
    response: commandResponse,
  }),
  exportData: get('/api/auth/export', {
    summary:
      'My data: account, bookmarks, second factors without their secrets, my projects, ratings, likes and comments of all runs, discussions, replies, completed days, newest notifications',
    access: 'signed-in',
    limit: 'own-data',
    response: ownDataResponse,
    compression: 'never',
    errors: ['busy'],
  }),
  deleteAccount: del('/api/auth/account', {
    summary: 'Delete my account and all my personal data',
    access: 'signed-in',
    allowsPending: true,
    limit: 'change-password',
    body: deleteAccountRequest,
    response: commandResponse,
    errors: ['wrong-credentials', 'sign-in-again', 'last-admin', 'busy', 'conflict'],
  }),
}
