import type { SignInProvider } from '@thirty/contracts/api/social.ts'
import type { SignInSettings } from '../config-sign-in.ts'
import { gitHub } from './github.ts'
import { google } from './google.ts'
import type { OAuthProvider } from './oauth.ts'

/** The sign-in providers of this installation. */
export type Providers = Readonly<Partial<Record<SignInProvider, OAuthProvider>>>

export function signInProviders(settings: SignInSettings): Providers {
  return {
    ...(settings.github && { github: gitHub(settings.github) }),
    ...(settings.google && { google: google(settings.google) }),
  }
}
