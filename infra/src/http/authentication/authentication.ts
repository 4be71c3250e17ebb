// Authenticates requests by the token in their Authorization header and the current session of its user.

import type { Privileges } from '@thirty/contracts/endpoints/access.ts'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import type { Request, RequestHandler } from 'express'
import passport from 'passport'
import type { OperatorTokens, SessionToken, SessionTokens } from './caller-tokens.ts'
import { say } from '@thirty/contracts/texts/text.ts'

export type Session = {
  /** Increased by logout-everywhere, password change and deactivation, which makes older tokens invalid. */
  version: number
  status: 'active' | 'inactive' | 'pending'
  privileges: Privileges
  /** Ids of single tokens that were logged out before they expired. */
  endedTokens?: readonly string[]
}

/**
 * Returns `undefined` for a user who does not exist. `version` is that of a verified token: a session with a lower version comes from a
 * read model that lags behind.
 */
export type FindSession = (
  userId: string,
  version?: number,
) => Session | undefined | Promise<Session | undefined>

/** An authenticated caller, with the current privileges, not those at login. */
export type Caller = Privileges & {
  id: string
  token: SessionToken
  /** Set while the account waits for approval: the user may read, but not send commands. */
  isPending?: true
  /** Set for an operator on the machine of the server, who has no account. */
  isOperator?: true
  redeemedToken?: RedeemedToken
}

/** The session token behind a one-time token. Call `consume` right before the response that has the session token. */
export type RedeemedToken = {
  token: string
  /** Throws `not-signed-in` when the one-time token was consumed in the meantime. */
  consume(): Promise<void>
}

/** Called for every use of a valid session. `userAgent` is missing when an open socket is checked again. */
export type OnSessionUsed = (caller: Pick<Caller, 'id' | 'token'>, userAgent: string | undefined) => void

/** Returns the session token behind a one-time token without consuming it; `undefined` when it is invalid in this browser. */
export type RedeemOneTimeToken = (token: string, request: Request) => Promise<RedeemedToken | undefined>

export type Authentication = ReturnType<typeof authentication>

const authenticationFailed = () => new Refusal('not-signed-in', say('authenticationFailed'))

export type AuthenticationOptions = {
  tokens: SessionTokens
  findSession: FindSession
  /** Without it, one-time tokens are refused. */
  redeemOneTimeToken?: RedeemOneTimeToken
  /** Without it, tokens of operators are refused. */
  operators?: OperatorAuthentication
  onSessionUsed?: OnSessionUsed
}

export type OperatorAuthentication = {
  tokens: Pick<OperatorTokens, 'verify'>
  /** The id of operators, in place of that of a user. */
  id: string
  privileges: Privileges
  /** Returns whether a request comes from a place from which operators may send requests. */
  isAdmitted(request: Request): boolean
}

export function authentication({
  tokens,
  findSession,
  redeemOneTimeToken = async () => undefined,
  operators,
  onSessionUsed,
}: AuthenticationOptions) {
  const identify = async (text: string, userAgent?: string): Promise<Caller> => {
    const token = tokens.verify(text)
    const session = token && (await findSession(token.userId, token.version))
    if (!token || !session || session.version !== token.version) throw authenticationFailed()
    if (session.endedTokens?.includes(token.id)) throw authenticationFailed()
    if (session.status === 'inactive') throw new Refusal('account-inactive', say('accountInactive'))
    const isPending = session.status === 'pending'
    const caller = { ...session.privileges, id: token.userId, token, ...(isPending && { isPending }) }
    onSessionUsed?.(caller, userAgent)
    return caller
  }

  const identifyByRequest: Identify = (text, request) => identify(text, request.headers['user-agent'] ?? '')

  const identifyByAnyToken: Identify = async (text, request) => {
    if (tokens.verify(text)) return identifyByRequest(text, request)
    const redeemedToken = await redeemOneTimeToken(text, request)
    if (redeemedToken === undefined) throw authenticationFailed()
    return { ...(await identifyByRequest(redeemedToken.token, request)), redeemedToken }
  }

  const identifyUserOrOperator: Identify = async (text, request) => {
    const token = operators?.tokens.verify(text)
    if (operators === undefined || token === undefined) return identifyByRequest(text, request)
    if (!operators.isAdmitted(request)) throw authenticationFailed()
    const { id, privileges } = operators
    return { ...privileges, id, isOperator: true, token: { ...token, userId: id, version: 0 } }
  }

  return {
    /**
     * Returns the caller behind a token, for HTTP and sockets. `userAgent`: the header of the request, `''` without one; missing when
     * an open socket is checked again. Throws `not-signed-in` or `account-inactive`.
     */
    identify,
    /** Refuses callers without a token of a valid session (401). The others accept another kind of token as well. */
    requireSession: requireToken(identifyByRequest),
    requireSessionOrOneTimeToken: requireToken(identifyByAnyToken),
    requireSessionOrOperator: requireToken(identifyUserOrOperator),
  }
}

/** Returns the caller of an authenticated request. Throws `not-signed-in` for any other request. */
export function requireCaller(request: Request): Caller {
  const caller = optionalCaller(request)
  if (!caller) throw authenticationFailed()
  return caller
}

export function optionalCaller(request: Request): Caller | undefined {
  // Safe: passport sets `user`, and requests are authenticated by `requireToken` only.
  return request.user as Caller | undefined
}

/**
 * Refuses requests without a token that `identify` accepts. Passport writes what a request continues with into its strategy, so each request
 * has its own: otherwise one of two requests at the same time would continue with the caller of the other.
 */
const requireToken =
  (identify: Identify): RequestHandler =>
  (request, response, next) => {
    const strategy: passport.Strategy = {
      authenticate() {
        const token = bearerHeader.exec(request.headers.authorization ?? '')?.[1]
        if (!token) return this.error(authenticationFailed())
        identify(token, request).then(
          (caller) => this.success(caller),
          (error: unknown) => this.error(error),
        )
      },
    }
    // Safe: typed `any`, passport returns an ordinary Express handler.
    const authenticate = passport.authenticate(strategy, {
      session: false,
      authInfo: false,
    }) as RequestHandler
    return authenticate(request, response, next)
  }

const bearerHeader = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i

type Identify = (token: string, request: Request) => Promise<Caller>
