import { randomUUID } from 'node:crypto'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { languageOfPages } from '@thirty/command-api/language-of.ts'
import { accountHandlers } from '@thirty/command-api/accounts/endpoints.ts'
import { passwordHasher } from '@thirty/command-api/accounts/password/password-hasher.ts'
import {
  passwordResetHandlers,
  type PasswordResetParts,
} from '@thirty/command-api/accounts/password-reset/endpoints.ts'
import { userStream } from '@thirty/command-api/accounts/evolve.ts'
import { createTestContext, serveEndpoints } from './test-app.ts'
import { adminKey, signUpBody } from './accounts-app.ts'

const publicUrl = new URL('https://thirty.example')
export const newPassword = 'Another-horse-8'

/** Response for a reset link that has expired or was used. */
export const linkExpiredResponse = {
  status: 422,
  body: {
    success: false,
    code: 'reset-link-over',
    message: 'This link no longer works. Please request a new one.',
  },
}

type Settings = { areLimitsOn?: boolean; change?: Partial<PasswordResetParts> }

/** Serves the endpoints of accounts and password resets over HTTP, and collects the emails in `sent`. */
export async function passwordResetApp({ areLimitsOn = false, change = {} }: Settings = {}) {
  const app = await createTestContext({ areLimitsOn })
  const sent: EmailMessage[] = []
  const tasks: Promise<void>[] = []
  const hashing = passwordHasher()
  const languageOf = languageOfPages({ offered: ['en'] })
  const deps: PasswordResetParts = {
    ...app,
    passwords: hashing,
    publicUrl,
    languageOf,
    mail: { send: (message) => sent.push(message) > 0 },
    runInBackground: (task) => void tasks.push(task()),
    ...change,
  }
  const accounts = accountHandlers({
    ...app,
    passwords: deps.passwords,
    languageOf,
    adminKey,
    publicUrl,
    secret: 'y'.repeat(32),
    mail: { ...app.mail, ...deps.mail },
  })
  const http = await serveEndpoints(app, [...accounts, ...passwordResetHandlers(deps)])
  const waitForTasks = async () => void (await Promise.all(tasks))

  const requestReset = async (email: unknown, options: Parameters<typeof http.call>[3] = {}) => {
    const response = await http.call('POST', '/api/auth/forgot-password', { email }, options)
    await waitForTasks()
    return response
  }
  return {
    ...app,
    http,
    sent,
    requestReset,
    reset: (token: unknown, password: unknown = newPassword, key?: string) =>
      http.call('POST', '/api/auth/reset-password', { token, password }, { key }),
    logIn: (name: string, password: string) =>
      http.call('POST', '/api/auth/login', { emailOrUsername: name, password }),
    /** Signs up an admin. */
    signUpAdmin: (name: string) =>
      http.call('POST', '/api/auth/admin-signup', { ...signUpBody(name), adminKey }),
    /** Signs up a participant. Returns the id. */
    signUp: async (name: string): Promise<string> => {
      const { body } = await http.call('POST', '/api/auth/signup', signUpBody(name))
      return (body['user'] as { _id: string })._id
    },
    /** Creates an account that signs in with GitHub and has no password. Returns its id. */
    signUpWithGitHub: async (name: string): Promise<string> => {
      const user = randomUUID()
      const email = `${name}@example.org`
      await app.append(app.names.email(email).stream, 'Reserved', { user })
      await app.log.append(
        userStream(user),
        [
          app.newEvent('UserRegistered', { fullName: 'Social', email, role: 'participant' }),
          app.newEvent('SignInProviderLinked', { provider: 'github', subject: '17' }),
        ],
        'none',
      )
      return user
    },
    /** Requests a reset link. Returns the token in the email. */
    mailedToken: async (name: string): Promise<string> => {
      await requestReset(`${name}@example.org`)
      return tokenInMail(sent.at(-1))
    },
    close: async () => {
      await waitForTasks()
      await http.close()
      await app.close()
    },
  }
}

/** Returns the token in the reset link of an email, or an empty string if there is none. */
export const tokenInMail = (message: EmailMessage | undefined): string =>
  /https:\/\/thirty\.example\/reset-password\?token=([\w-]+)/.exec(message?.text ?? '')?.[1] ?? ''
