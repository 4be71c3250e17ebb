import {
  forgotPasswordResponse,
  forgotPasswordRequest,
  resetPasswordResponse,
  resetPasswordRequest,
} from '../../api/accounts/password-reset.ts'
import { post } from '../endpoint-definition.ts'

export const passwordResetEndpoints = {
  forgotPassword: post('/api/auth/forgot-password', {
    summary: 'Request an email with a link for setting a new password',
    access: 'everyone',
    limit: 'forgot-password-from',
    body: forgotPasswordRequest,
    response: forgotPasswordResponse,
  }),
  resetPassword: post('/api/auth/reset-password', {
    summary: 'Set a new password with the token of that link; all sessions end',
    access: 'everyone',
    limit: 'reset-password',
    body: resetPasswordRequest,
    response: resetPasswordResponse,
    errors: ['reset-link-over', 'not-found', 'busy', 'conflict', 'key-reused'],
  }),
}
