import { accessLevels, privilegesOf } from '@thirty/contracts/endpoints/access.ts'
import { authentication, type FindSession } from '@thirty/infra/http/authentication/authentication.ts'
import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import type { Mailer } from '@thirty/infra/mail/mail.ts'
import {
  confirmationLinks,
  emailConfirmationHandlers,
} from '@thirty/command-api/accounts/email-confirmation/endpoints.ts'
import { unsubscribeHandlers, unsubscribeLinks } from '@thirty/command-api/accounts/unsubscribe/endpoints.ts'
import { confirmationGuard } from '@thirty/command-api/accounts/two-factor/confirmation.ts'
import { sessionRecorder } from '@thirty/command-api/accounts/sessions/session-recorder.ts'
import { languageOfPages } from '@thirty/command-api/language-of.ts'
import { passwordHasher } from '@thirty/command-api/accounts/password/password-hasher.ts'
import { loadRole } from '@thirty/command-api/accounts/admins/admin-list.ts'
import { accountHandlers, type AccountParts } from '@thirty/command-api/accounts/endpoints.ts'
import { deletionFold, deletedStream } from '@thirty/command-api/accounts/load-account.ts'
import { isAccount, userFold, userStream } from '@thirty/command-api/accounts/evolve.ts'
import { createTestContext, serveEndpoints } from './test-app.ts'
import { testTwoFactorParts } from './two-factor-parts.ts'

export const adminKey = 'a key of at least thirty-two characters'
export const password = 'Correct-horse-7'

type AccountsAppOptions = { areLimitsOn?: boolean; mail?: Pick<Mailer, 'send'>; publicUrl?: URL }

/** Serves the endpoints of accounts over HTTP, and returns the requests that specs send. */
export async function accountsApp({
  areLimitsOn = false,
  mail = { send: () => true },
  publicUrl = new URL('https://thirty.example'),
}: AccountsAppOptions = {}) {
  const app = await createTestContext({ areLimitsOn })
  // The product finds sessions in the read models; here they are folded from the log.
  const findSession: FindSession = async (id) => {
    const { state } = await app.commands.load(userStream(id), userFold)
    const { state: isDeleted } = await app.commands.load(deletedStream(id), deletionFold)
    if (!isAccount(state) || isDeleted) return undefined
    const { sessionVersion: version, status, endedTokens } = state
    const privileges = privilegesOf({ ...state, role: await loadRole(app.commands, id, state) })
    return { version, status, privileges, endedTokens: endedTokens.map((ended) => ended.id) }
  }
  const languageOf = languageOfPages({ offered: ['en'] })
  const signing = { secret: 'y'.repeat(32), clock: app.clock, publicUrl }
  const confirmations = confirmationLinks({ ...signing, mail })
  const unsubscribes = unsubscribeLinks(signing)
  const guards = {
    requireConfirmation: confirmationGuard({
      ...app,
      ...testTwoFactorParts({ clock: app.clock, mail, publicUrl }),
    }),
    limits: app.limits,
    accessLevels,
    authentication: authentication({
      tokens: app.tokens,
      findSession,
      onSessionUsed: sessionRecorder({ ...app, onFailure: () => undefined }),
    }),
  }
  /** Serves another process over the same log, or over a log in which something fails. */
  const serve = (
    log: typeof app.log = app.log,
    change: Partial<Pick<AccountParts, 'mail' | 'media' | 'names' | 'personalDocuments'>> = {},
  ) => {
    const parts = testTwoFactorParts({ clock: app.clock, mail, publicUrl })
    const deps = {
      ...app,
      ...signing,
      ...parts,
      mail: { ...app.mail, ...mail },
      languageOf,
      log,
      commands: createCommands({ log, clock: app.clock }),
      ...change,
    }
    return serveEndpoints(guards, [
      ...accountHandlers({ ...deps, passwords: passwordHasher(), adminKey, onSignedUp: confirmations.send }),
      ...emailConfirmationHandlers({ ...deps, confirmations }),
      ...unsubscribeHandlers({ ...deps, unsubscribes }),
    ])
  }
  const http = await serve()
  const logIn = (emailOrUsername: unknown, secret: unknown = password) =>
    http.call('POST', '/api/auth/login', { emailOrUsername, password: secret })
  return {
    ...app,
    unsubscribes,
    http,
    serve,
    signUp: (body: unknown, key?: string) => http.call('POST', '/api/auth/signup', body, { key }),
    logIn,
    /** Signs up a participant or an admin. Returns the id and a token. */
    signUpUser: async (name: string, { isAdmin = false } = {}) => {
      const path = isAdmin ? '/api/auth/admin-signup' : '/api/auth/signup'
      const { body } = await http.call('POST', path, { ...signUpBody(name), ...(isAdmin && { adminKey }) })
      const { user } = signedInResponse.parse(body)
      return { id: user._id, token: user.token }
    },
    /** Logs in. Returns the token of the new session. */
    logInToken: async (name: string, secret: string = password) =>
      signedInResponse.parse((await logIn(name, secret)).body).user.token,
    /** Returns the status of a request that every logged-in user may make: 200, or 401. */
    statusWithToken: async (token: string) =>
      (await http.call('GET', '/api/auth/bookmarks', undefined, { token })).status,
    close: async () => {
      await http.close()
      await app.close()
    },
  }
}

export const signUpBody = (name: string) => ({
  fullName: 'Ana Example',
  username: name,
  email: `${name}@example.org`,
  password,
})
