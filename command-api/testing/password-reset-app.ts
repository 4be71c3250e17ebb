import { randomUUID } from 'node:crypto'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { createTestContext, serveEndpoints } from './test-app.ts'
import { accountHandlers } from '@thirty/command-api/accounts/endpoints.ts'
import { passwordHasher } from '@thirty/command-api/accounts/password/password-hasher.ts'
import { passwordChangedNotifier } from '@thirty/command-api/accounts/password/password-mails.ts'
import {
  passwordResetHandlers,
  type PasswordResetDeps,
} from '@thirty/command-api/accounts/password-reset/endpoints.ts'
import { adminKey, signUpBody } from './accounts-app.ts'
import { emailStream, userStream } from '@thirty/command-api/accounts/streams.ts'

const publicUrl = new URL('https://thirty.example')
export const newPassword = 'Another-horse-8'

/** The answer for a link that does not work any more. */
export const linkExpiredResponse = {
  status: 422,
  body: {
    success: false,
    code: 'reset-link-over',
    message: 'This link does not work any more. Please ask for a new one.',
  },
}

type Settings = { areLimitsOn?: boolean; change?: Partial<PasswordResetDeps> }

/** Accounts and forgotten passwords behind a socket, with the mails that leave. */
export async function passwordResetApp({ areLimitsOn = false, change = {} }: Settings = {}) {
  const app = await createTestContext({ areLimitsOn })
  const sent: EmailMessage[] = []
  const tasks: Promise<void>[] = []
  const hashing = passwordHasher()
  const deps: PasswordResetDeps = {
    ...app,
    passwords: hashing,
    publicUrl,
    mail: { send: (letter) => sent.push(letter) > 0 },
    runInBackground: (task) => void tasks.push(task()),
    ...change,
  }
  const accounts = accountHandlers({
    ...app,
    passwords: deps.passwords,
    adminKey,
    onPasswordChanged: passwordChangedNotifier(deps),
  })
  const http = await serveEndpoints(app, [...accounts, ...passwordResetHandlers(deps)])
  const settled = async () => void (await Promise.all(tasks))

  const requestReset = async (email: unknown, call: Parameters<typeof http.call>[3] = {}) => {
    const answer = await http.call('POST', '/api/auth/forgot-password', { email }, call)
    await settled()
    return answer
  }
  const newEvent = (type: string, data: unknown) => ({
    id: randomUUID(),
    type,
    version: 1,
    at: new Date(app.time.now).toISOString(),
    data,
    metadata: { correlation: 'spec' },
  })
  return {
    ...app,
    http,
    /** Something that happens now, for a stream of the log. */
    event: newEvent,
    sent,
    forgot: requestReset,
    reset: (token: unknown, password: unknown = newPassword, key?: string) =>
      http.call('POST', '/api/auth/reset-password', { token, password }, key === undefined ? {} : { key }),
    logIn: (name: string, password: string) =>
      http.call('POST', '/api/auth/login', { emailOrUsername: name, password }),
    /** Signs somebody up; answers the id. */
    signUp: async (name: string): Promise<string> => {
      const { body } = await http.call('POST', '/api/auth/signup', signUpBody(name))
      return (body['user'] as { _id: string })._id
    },
    /** Somebody who signed in with GitHub so far and has no password; answers the id. */
    signUpWithGitHub: async (name: string): Promise<string> => {
      const user = randomUUID()
      const email = `${name}@example.org`
      await app.log.append(emailStream(email), [newEvent('Reserved', { user })], 'none')
      await app.log.append(
        userStream(user),
        [
          newEvent('UserRegistered', { fullName: 'Social', email, role: 'participant' }),
          newEvent('SignInProviderLinked', { provider: 'github', subject: '17' }),
        ],
        'none',
      )
      return user
    },
    /** The token of the link that was mailed last. */
    mailedToken: async (name: string): Promise<string> => {
      await requestReset(`${name}@example.org`)
      return tokenInMail(sent.at(-1))
    },
    close: async () => {
      await settled()
      await http.close()
      await app.close()
    },
  }
}

/** The token in the link of a letter; an empty text for a letter without one. */
export const tokenInMail = (letter: EmailMessage | undefined): string =>
  /https:\/\/thirty\.example\/reset-password\?token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
