import { signInProvider, type SignInProvider } from '@thirty/contracts/api/social.ts'
import type { Request, RequestHandler, Response } from 'express'
import passport from 'passport'
import {
  ProviderProblem,
  type Authorizing,
  type OAuthProvider,
  type ProvenPerson,
  type Returning,
} from './oauth.ts'
import type { Providers } from './providers.ts'

/** A browser that is here at this moment. */
export type Visit = { request: Request; response: Response }

/** The sign-in providers as strategies of passport, which are called `github` and `google`. */
export type Strategies = {
  /** Those of this installation, in the order of their buttons. */
  names: readonly SignInProvider[]
  /** Answers the visit: the browser is led to the provider. */
  send(name: SignInProvider, visit: Visit, authorizing: Authorizing): void
  /**
   * Who came back; `undefined` for somebody for whom the provider does not vouch. Throws `ProviderProblem` for what is
   * wrong between the provider and us.
   */
  receive(name: SignInProvider, visit: Visit, returning: Returning): Promise<ProvenPerson | undefined>
}

export function strategies(providers: Providers): Strategies {
  const authenticator = new passport.Passport()
  const names = signInProvider.options.filter((name) => providers[name] !== undefined)
  for (const name of names) {
    const provider = providers[name]
    if (provider) authenticator.use(name, new ProviderStrategy(provider))
  }
  const run = (name: SignInProvider, step: Step, told: passport.AuthenticateCallback): RequestHandler => {
    const options = { session: false, step }
    // The types say `any`; passport answers a plain Express handler.
    return authenticator.authenticate(name, options, told) as RequestHandler
  }

  return {
    names,
    send: (name, { request, response }, authorizing) => {
      const otherwise = (problem: unknown) => {
        throw problem
      }
      void run(name, { authorizing }, otherwise)(request, response, otherwise)
    },
    receive: (name, { request, response }, returning) =>
      new Promise((resolve, reject) => {
        const told: passport.AuthenticateCallback = (problem, person) => {
          if (problem) reject(problem)
          // Our own strategy is the only one here, and knows nobody but those.
          else resolve((person || undefined) as ProvenPerson | undefined)
        }
        void run(name, { returning }, told)(request, response, reject)
      }),
  }
}

type Step = { authorizing: Authorizing } | { returning: Returning }

/** What it is to send, and what must be true of what comes back (state, cookie, once), was seen to by whoever asks. */
class ProviderStrategy extends passport.Strategy {
  // Not private: passport runs every request on an object that inherits from this one, and so sees no #fields.
  readonly provider: OAuthProvider
  constructor(provider: OAuthProvider) {
    super()
    this.provider = provider
  }

  override authenticate(_request: Request, { step }: { step: Step }): void {
    if ('authorizing' in step) return this.redirect(this.provider.authorizeAddress(step.authorizing))
    this.provider.personOf(step.returning).then(
      (person) => this.success(person),
      (problem: unknown) => (isAboutPerson(problem) ? this.fail() : this.error(problem)),
    )
  }
}

const isAboutPerson = (problem: unknown): boolean =>
  problem instanceof ProviderProblem && problem.reason === 'unverified-email'
