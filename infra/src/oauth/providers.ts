// Sends a browser to a configured sign-in provider and fetches the profile with which it returns.

import { signInProvider, type SignInProvider } from '@thirty/contracts/accounts/social-sign-in-api.ts'
import type { Response } from 'express'
import type { SignInSettings } from '../config/sign-in-settings.ts'
import { gitHub } from './github.ts'
import { google } from './google.ts'
import {
  ProviderError,
  type AuthorizationRequest,
  type CodeExchange,
  type OAuthProvider,
  type ProviderOptions,
  type VerifiedProfile,
} from './oauth-provider.ts'

/** The sign-in providers of this installation. */
export type OAuthProviders = Readonly<Partial<Record<SignInProvider, OAuthProvider>>>

export function oauthProviders(settings: SignInSettings, options: ProviderOptions = {}): OAuthProviders {
  return {
    ...(settings.github && { github: gitHub(settings.github, options) }),
    ...(settings.google && { google: google(settings.google, options) }),
  }
}

export type ProviderSignIn = {
  /** The configured providers, in the order of their buttons. */
  names: readonly SignInProvider[]
  /** Redirects the browser to the provider. */
  redirectToProvider(
    name: SignInProvider,
    { response }: { response: Response },
    request: AuthorizationRequest,
  ): Promise<void>
  /**
   * Returns the profile of the user who returned; `undefined` if the provider has not verified their email address.
   * Throws `ProviderError` for every other problem with the provider.
   */
  fetchProfile(name: SignInProvider, exchange: CodeExchange): Promise<VerifiedProfile | undefined>
}

export function signInThroughProviders(providers: OAuthProviders): ProviderSignIn {
  const configured = (name: SignInProvider): OAuthProvider => {
    const provider = providers[name]
    if (!provider) throw new TypeError(`The sign-in provider ${name} is not configured.`)
    return provider
  }
  return {
    names: signInProvider.options.filter((name) => providers[name] !== undefined),
    redirectToProvider: async (name, { response }, request) =>
      response.redirect(302, await configured(name).authorizationUrl(request)),
    fetchProfile: async (name, exchange) => {
      try {
        return await configured(name).fetchProfile(exchange)
      } catch (error) {
        if (error instanceof ProviderError && error.reason === 'unverified-email') return undefined
        throw error
      }
    },
  }
}
