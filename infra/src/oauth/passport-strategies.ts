import { signInProvider, type SignInProvider } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import type { Request, RequestHandler, Response } from 'express'
import passport from 'passport'
import {
  ProviderError,
  type AuthorizationRequest,
  type OAuthProvider,
  type VerifiedProfile,
  type CodeExchange,
} from './oauth-provider.ts'
import type { OAuthProviders } from './providers.ts'

/** A browser that is here at this moment. */
export type HttpExchange = { request: Request; response: Response }

/** The sign-in providers as strategies of passport, which are called `github` and `google`. */
export type ProviderStrategies = {
  /** Those of this installation, in the order of their buttons. */
  names: readonly SignInProvider[]
  /** Answers the visit: the browser is led to the provider. */
  redirectToProvider(name: SignInProvider, visit: HttpExchange, authorizing: AuthorizationRequest): void
  /**
   * Who came back; `undefined` for somebody for whom the provider does not vouch. Throws `ProviderProblem` for what is
   * wrong between the provider and us.
   */
  fetchProfile(
    name: SignInProvider,
    visit: HttpExchange,
    returning: CodeExchange,
  ): Promise<VerifiedProfile | undefined>
}

export function providerStrategies(providers: OAuthProviders): ProviderStrategies {
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
    redirectToProvider: (name, { request, response }, authorizing) => {
      const otherwise = (problem: unknown) => {
        throw problem
      }
      void run(name, { authorizing }, otherwise)(request, response, otherwise)
    },
    fetchProfile: (name, { request, response }, returning) =>
      new Promise((resolve, reject) => {
        const told: passport.AuthenticateCallback = (problem, person) => {
          if (problem) reject(problem)
          // Our own strategy is the only one here, and knows nobody but those.
          else resolve((person || undefined) as VerifiedProfile | undefined)
        }
        void run(name, { returning }, told)(request, response, reject)
      }),
  }
}

type Step = { authorizing: AuthorizationRequest } | { returning: CodeExchange }

/** What it is to send, and what must be true of what comes back (state, cookie, once), was seen to by whoever asks. */
class ProviderStrategy extends passport.Strategy {
  // Not private: passport runs every request on an object that inherits from this one, and so sees no #fields.
  readonly provider: OAuthProvider
  constructor(provider: OAuthProvider) {
    super()
    this.provider = provider
  }

  override authenticate(_request: Request, { step }: { step: Step }): void {
    if ('authorizing' in step) return this.redirect(this.provider.authorizationUrl(step.authorizing))
    this.provider.fetchProfile(step.returning).then(
      (person) => this.success(person),
      (problem: unknown) => (isAboutPerson(problem) ? this.fail() : this.error(problem)),
    )
  }
}

const isAboutPerson = (problem: unknown): boolean =>
  problem instanceof ProviderError && problem.reason === 'unverified-email'
