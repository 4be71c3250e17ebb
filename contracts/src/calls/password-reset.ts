import {
  forgotPasswordAnswer,
  forgotPasswordRequest,
  resetPasswordAnswer,
  resetPasswordRequest,
} from '../api/password-reset.ts'
import { call } from './call.ts'

export const passwordResetCalls = {
  forgotPassword: call({
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Ask for a mail with a link that sets a new password',
    may: 'everyone',
    limit: 'forgot-password-from',
    body: forgotPasswordRequest,
    answer: forgotPasswordAnswer,
  }),
  resetPassword: call({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a new password with the token of that link; ends all sessions',
    may: 'everyone',
    limit: 'reset-password',
    body: resetPasswordRequest,
    answer: resetPasswordAnswer,
    refuses: ['reset-link-over', 'not-found', 'busy', 'conflict', 'key-reused'],
  }),
}
