import { randomUUID } from 'node:crypto'
import type { Letter } from '@thirty/infra/mail/mail.ts'
import { parts, served } from '../spec-app.ts'
import { accountEndpoints } from './endpoints.ts'
import { passwords } from './password.ts'
import { passwordNotice } from './reset-notice.ts'
import { passwordResetEndpoints, type PasswordResetDeps } from './reset-endpoints.ts'
import { adminKey, person } from './spec-accounts.ts'
import { emailStream, userStream } from './streams.ts'

const publicUrl = new URL('https://thirty.example')
export const newPassword = 'Another-horse-8'

/** The answer for a link that does not work any more. */
export const isOver = {
  status: 422,
  body: {
    success: false,
    code: 'reset-link-over',
    message: 'This link does not work any more. Please ask for a new one.',
  },
}

type Settings = { areLimitsOn?: boolean; change?: Partial<PasswordResetDeps> }

/** Accounts and forgotten passwords behind a socket, with the mails that leave. */
export async function forgetful({ areLimitsOn = false, change = {} }: Settings = {}) {
  const app = await parts({ areLimitsOn })
  const sent: Letter[] = []
  const tasks: Promise<void>[] = []
  const hashing = passwords()
  const deps: PasswordResetDeps = {
    ...app,
    passwords: hashing,
    publicUrl,
    mail: { send: (letter) => sent.push(letter) > 0 },
    later: (task) => void tasks.push(task()),
    ...change,
  }
  const accounts = accountEndpoints({
    ...app,
    passwords: deps.passwords,
    adminKey,
    passwordNotice: passwordNotice(deps),
  })
  const http = await served(app, [...accounts, ...passwordResetEndpoints(deps)])
  const settled = async () => void (await Promise.all(tasks))

  const forgot = async (email: unknown, call: Parameters<typeof http.call>[3] = {}) => {
    const answer = await http.call('POST', '/api/auth/forgot-password', { email }, call)
    await settled()
    return answer
  }
  const event = (type: string, data: unknown) => ({
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
    event,
    sent,
    forgot,
    reset: (token: unknown, password: unknown = newPassword, key?: string) =>
      http.call('POST', '/api/auth/reset-password', { token, password }, key === undefined ? {} : { key }),
    logIn: (name: string, password: string) =>
      http.call('POST', '/api/auth/login', { emailOrUsername: name, password }),
    /** Signs somebody up; answers the id. */
    join: async (name: string): Promise<string> => {
      const { body } = await http.call('POST', '/api/auth/signup', person(name))
      return (body['user'] as { _id: string })._id
    },
    /** Somebody who signed in with GitHub so far and has no password; answers the id. */
    joinElsewhere: async (name: string): Promise<string> => {
      const user = randomUUID()
      const email = `${name}@example.org`
      await app.log.append(emailStream(email), [event('Reserved', { user })], 'none')
      await app.log.append(
        userStream(user),
        [
          event('UserRegistered', { fullName: 'Social', email, role: 'participant' }),
          event('SignInProviderLinked', { provider: 'github', subject: '17' }),
        ],
        'none',
      )
      return user
    },
    /** The token of the link that was mailed last. */
    token: async (name: string): Promise<string> => {
      await forgot(`${name}@example.org`)
      return tokenIn(sent.at(-1))
    },
    close: async () => {
      await settled()
      await http.close()
      await app.close()
    },
  }
}

/** The token in the link of a letter; an empty text for a letter without one. */
export const tokenIn = (letter: Letter | undefined): string =>
  /https:\/\/thirty\.example\/reset-password\?token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
