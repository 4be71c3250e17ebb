import { authentication, type SessionOf } from '@thirty/infra/http/authentication.ts'
import { signedInAnswer } from '@thirty/contracts/api/accounts.ts'
import { commands } from '../handle.ts'
import { parts, served } from '../spec-app.ts'
import { passwords } from './password.ts'
import { accountEndpoints } from './endpoints.ts'
import { deletionFold } from './deletion.ts'
import { isAccount } from './evolve.ts'
import { userFold } from './reserving.ts'
import { deletedStream, userStream } from './streams.ts'

export const adminKey = 'a key of at least thirty-two characters'
export const password = 'Correct-horse-7'

/** The routes of accounts behind a socket, and the calls that specs make. */
export async function accounts({ areLimitsOn = false } = {}) {
  const app = await parts({ areLimitsOn })
  // As the views have it, only without them.
  const sessionOf: SessionOf = async (id) => {
    const { state } = await app.commands.load(userStream(id), userFold)
    const { state: isDeleted } = await app.commands.load(deletedStream(id), deletionFold)
    if (!isAccount(state) || isDeleted) return undefined
    const { sessionVersion: version, status, isAdmin, endedTokens } = state
    return { version, status, isAdmin, endedTokens: endedTokens.map((ended) => ended.id) }
  }
  const guards = { limits: app.limits, authentication: authentication({ tokens: app.tokens, sessionOf }) }
  /** Another process over the same log, or over one in which something goes wrong. */
  const serve = (log: typeof app.log = app.log) => {
    const over = { ...app, log, commands: commands({ log, clock: app.clock }) }
    return served(guards, accountEndpoints({ ...over, passwords: passwords(), adminKey }))
  }
  const http = await serve()
  const logIn = (emailOrUsername: unknown, secret: unknown = password) =>
    http.call('POST', '/api/auth/login', { emailOrUsername, password: secret })
  return {
    ...app,
    http,
    serve,
    signUp: (body: unknown, key?: string) =>
      http.call('POST', '/api/auth/signup', body, key === undefined ? {} : { key }),
    logIn,
    /** Somebody who just signed up, with a token; an admin where that is asked for. */
    join: async (name: string, { isAdmin = false } = {}) => {
      const path = isAdmin ? '/api/auth/admin-signup' : '/api/auth/signup'
      const { body } = await http.call('POST', path, { ...person(name), ...(isAdmin && { adminKey }) })
      const { user } = signedInAnswer.parse(body)
      return { id: user._id, token: user.token }
    },
    /** Another session of somebody. */
    tokenBy: async (name: string, secret: string = password) =>
      signedInAnswer.parse((await logIn(name, secret)).body).user.token,
    /** The status of a call that anybody who is signed in may make: 200, or 401. */
    statusWith: async (token: string) =>
      (await http.call('GET', '/api/auth/bookmarks', undefined, { token })).status,
    close: async () => {
      await http.close()
      await app.close()
    },
  }
}

export const person = (name: string) => ({
  fullName: 'Ana Example',
  username: name,
  email: `${name}@example.org`,
  password,
})
