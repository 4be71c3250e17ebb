import { randomUUID } from 'node:crypto'
import { users } from '@thirty/command-api/accounts/account.ts'
import { commandApp, refusal, tokenInMail } from './test-app.ts'

export const newPassword = 'Another-horse-8'

/** Response for a reset link that has expired or was used. */
export const linkExpiredResponse = refusal(422, 'reset-link-over', {
  success: false,
  message: 'This link no longer works. Please request a new one.',
})

/** The command side, and the requests that specs of password resets send. */
export async function passwordResetApp(options?: Parameters<typeof commandApp>[0]) {
  const app = await commandApp(options)
  const { http, sent } = app
  const requestReset = async (email: unknown, more: Parameters<typeof http.call>[3] = {}) => {
    const response = await http.call('POST', '/api/auth/forgot-password', { email }, more)
    await app.waitForTasks()
    return response
  }
  return {
    ...app,
    requestReset,
    reset: (token: unknown, password: unknown = newPassword, key?: string, { call } = http) =>
      call('POST', '/api/auth/reset-password', { token, password }, { key }),
    kindsSent: () => sent.map(({ kind }) => kind),
    /** Signs up a participant, and forgets the email about it. Returns the id. */
    signUp: async (name = 'ana'): Promise<string> => {
      const { id } = await app.signUpUser(name)
      sent.length = 0
      return id
    },
    /** Creates an account of Ana's that signs in with GitHub and has no password. Returns its id. */
    signUpWithGitHub: async (): Promise<string> => {
      const user = randomUUID()
      const email = 'ana@example.org'
      await app.append(app.names.email(email).stream, 'Reserved', { user })
      await app.append(users.nameOf(user), 'UserRegistered', {
        fullName: 'Social',
        email,
        role: 'participant',
      })
      await app.append(users.nameOf(user), 'SignInProviderLinked', { provider: 'github', subject: '17' })
      return user
    },
    /** Requests a reset link. Returns the token in the email. */
    mailedToken: async (name = 'ana'): Promise<string> => {
      await requestReset(`${name}@example.org`)
      return tokenInMail(sent.at(-1))
    },
  }
}
