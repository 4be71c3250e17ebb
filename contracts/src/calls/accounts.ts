import { adminSignUpRequest, logInRequest, meAnswer, signedInAnswer, signUpRequest } from '../api/accounts.ts'
import { call } from './call.ts'

export const accountCalls = {
  signUp: call({
    method: 'POST',
    path: '/api/auth/signup',
    summary: 'Sign up as a participant',
    may: 'everyone',
    limit: 'sign-up',
    body: signUpRequest,
    status: 201,
    answer: signedInAnswer,
    refuses: ['name-taken', 'busy', 'conflict'],
  }),
  logIn: call({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Log in by e-mail address or username',
    may: 'everyone',
    limit: 'sign-in-from',
    body: logInRequest,
    answer: signedInAnswer,
    refuses: ['wrong-credentials', 'account-inactive', 'busy'],
  }),
  adminSignUp: call({
    method: 'POST',
    path: '/api/auth/admin-signup',
    summary: 'Sign up as an admin, with the registration key',
    may: 'visitors',
    limit: 'sign-up',
    body: adminSignUpRequest,
    status: 201,
    answer: signedInAnswer,
    refuses: ['wrong-admin-key', 'name-taken', 'busy', 'conflict'],
  }),
  me: call({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'Who I am, and where I stand; for the ticket of a social sign-in also the session token',
    may: 'signed-in',
    takesTicket: true,
    limit: 'query',
    answer: meAnswer,
  }),
}
