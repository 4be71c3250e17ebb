// The sign-in providers that an installation has configured.

import type { SignInProvider } from '@thirty/contracts/accounts/social-sign-in-api.ts'
import type { SignInSettings } from '../config/sign-in-settings.ts'
import { gitHub } from './github.ts'
import { google } from './google.ts'
import type { OAuthProvider } from './oauth-provider.ts'

/** The sign-in providers of this installation. */
export type OAuthProviders = Readonly<Partial<Record<SignInProvider, OAuthProvider>>>

export function oauthProviders(settings: SignInSettings): OAuthProviders {
  return {
    ...(settings.github && { github: gitHub(settings.github) }),
    ...(settings.google && { google: google(settings.google) }),
  }
}
