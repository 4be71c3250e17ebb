import { Refusal } from '@thirty/contracts/refusals.ts'
import type { Request, RequestHandler } from 'express'
import passport from 'passport'
import type { SessionToken, SessionTokens } from './session-tokens.ts'

/** The present state of a user, as far as it decides who may do what. */
export type Session = {
  /** Raised by logout-everywhere, password change and deactivation; a token of an older version is worthless. */
  version: number
  status: 'active' | 'inactive' | 'pending'
  isAdmin: boolean
  /** Ids of single tokens that were logged out before their time. */
  endedTokens?: readonly string[]
}

/**
 * `undefined` for a user that does not exist, or no longer. `version` is that of a token we made: a session that is
 * older than its token was read somewhere that is behind.
 */
export type FindSession = (
  userId: string,
  version?: number,
) => Session | undefined | Promise<Session | undefined>

/** Who calls. `isAdmin` is the present role, never the one at the time of signing in. */
export type Caller = {
  id: string
  isAdmin: boolean
  token: SessionToken
  /** What the one-time ticket with which this request came is worth. */
  redeemedToken?: RedeemedToken
}

/** A session token for a ticket. It may leave once the ticket is used up, which is the last thing before an answer. */
export type RedeemedToken = {
  token: string
  /** Throws `not-signed-in` when somebody was faster. */
  consume(): Promise<void>
}

/** What a one-time ticket is worth; `undefined` for a text that is no good ticket in this browser, now. Uses nothing up. */
export type RedeemOneTimeToken = (ticket: string, request: Request) => Promise<RedeemedToken | undefined>

export type Authentication = {
  /** Refuses callers without a valid token of a living session (401). */
  requireSession: RequestHandler
  /** As `signedIn`, and takes a ticket as well. */
  requireSessionOrOneTimeToken: RequestHandler
  /** As `signedIn`, and refuses everybody who is not an admin at this moment (403). */
  requireAdmin: RequestHandler
  /** Lets visitors through; a token that is there must be good. */
  optionalSession: RequestHandler
  /** The caller behind a token. Throws `not-signed-in` or `account-inactive`. Used by HTTP and sockets alike. */
  identify(token: string): Promise<Caller>
}

const failed = () => new Refusal('not-signed-in', 'Authentication failed')

/** Checks tokens from the Authorization header against the present state of their users. */
export function authentication({
  tokens,
  sessionOf,
  redeem = async () => undefined,
}: {
  tokens: SessionTokens
  sessionOf: FindSession
  /** Without it, tickets are worth nothing. */
  redeem?: RedeemOneTimeToken
}): Authentication {
  const identify = async (text: string): Promise<Caller> => {
    const token = tokens.verify(text)
    const session = token && (await sessionOf(token.userId, token.version))
    if (!token || !session || session.version !== token.version) throw failed()
    if (session.endedTokens?.includes(token.id)) throw failed()
    if (session.status === 'inactive') throw new Refusal('account-inactive', 'This account is not active')
    return { id: token.userId, isAdmin: session.isAdmin, token }
  }

  const identifyByTicket: Identify = async (text, request) => {
    if (tokens.verify(text)) return identify(text)
    const issued = await redeem(text, request)
    if (issued === undefined) throw failed()
    return { ...(await identify(issued.token)), redeemedToken: issued }
  }

  const authenticator = new passport.Passport()
  authenticator.use('bearer', new BearerStrategy(identify))
  authenticator.use('bearer-or-visitor', new BearerStrategy(identify, true))
  authenticator.use('bearer-or-ticket', new BearerStrategy(identifyByTicket))
  const signedIn = middleware(authenticator, 'bearer')

  return {
    identify,
    requireSession: signedIn,
    requireSessionOrOneTimeToken: middleware(authenticator, 'bearer-or-ticket'),
    optionalSession: middleware(authenticator, 'bearer-or-visitor'),
    requireAdmin: (request, response, next) => {
      signedIn(request, response, (problem?: unknown) => {
        if (problem !== undefined) return next(problem)
        next(
          requireCaller(request).isAdmin
            ? undefined
            : new Refusal('not-allowed', 'Access denied. Admins only.'),
        )
      })
    },
  }
}

/** The caller that `signedIn` or `adminOnly` let in. Throws `not-signed-in` when neither ran. */
export function requireCaller(request: Request): Caller {
  const caller = optionalCaller(request)
  if (!caller) throw failed()
  return caller
}

/** The caller behind `optional`; `undefined` for a visitor. */
export function optionalCaller(request: Request): Caller | undefined {
  // `user` is written by passport, and our own strategy is the only one that signs requests in.
  return request.user as Caller | undefined
}

function middleware(authenticator: passport.Authenticator, strategy: string): RequestHandler {
  // The types say `any`; passport answers a plain Express handler.
  return authenticator.authenticate(strategy, { session: false, authInfo: false }) as RequestHandler
}

const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i

type Identify = (token: string, request: Request) => Promise<Caller>

class BearerStrategy extends passport.Strategy {
  // Not private: passport runs every request on an object that inherits from this one, and so sees no #fields.
  readonly identify: Identify
  readonly visitorsPass: boolean
  constructor(identify: Identify, visitorsPass = false) {
    super()
    this.identify = identify
    this.visitorsPass = visitorsPass
  }

  override authenticate(request: Request): void {
    const header = request.headers.authorization
    if (header === undefined && this.visitorsPass) return this.pass()
    const token = header && bearer.exec(header)?.[1]
    if (!token) return this.error(failed())
    this.identify(token, request).then(
      (caller) => this.success(caller),
      (problem: unknown) => this.error(problem),
    )
  }
}
