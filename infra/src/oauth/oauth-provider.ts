// The contract of a sign-in provider, which `gitHub` and `google` of `providers.ts` implement.

/** A user's profile at a provider, which has verified the email address. */
export type VerifiedProfile = {
  /** The provider's permanent id of the user. It stays when name and address change. */
  subject: string
  email: string
  fullName?: string
  /** Username at the provider. */
  handle?: string
}

/** What both requests of one sign-in say to the provider. */
export type ProviderVisit = {
  /** Nonce for the ID token (OpenID Connect). */
  nonce: string
  /** PKCE verifier (RFC 7636); only its SHA-256 is sent with the redirect. */
  verifier: string
  /** Address to which the provider sends the browser back. */
  redirectUri: string
}

/** A sign-in provider. Both adapters pass `providers.int.spec.ts`. */
export type OAuthProvider = {
  authorizationUrl(visit: ProviderVisit & { state: string }): Promise<string>
  /** Exchanges the code that a browser brought back for the user's profile. Settles within the time-out. Throws `ProviderError`. */
  fetchProfile(visit: ProviderVisit & { code: string }): Promise<VerifiedProfile>
}

/**
 * `away`: no response, or an invalid one. `refused`: the provider rejected the code. `unverified-email`: the user has no
 * verified email address at the provider. `invalid-email`: the one that the provider has verified is not accepted here.
 */
export type ProviderErrorReason = 'away' | 'refused' | 'unverified-email' | 'invalid-email'

export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly reason: ProviderErrorReason
  constructor(reason: ProviderErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Credentials of this installation at a provider, and the provider's endpoints. */
export type ProviderSettings = {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  userUrl: string
}

export type GitHubSettings = ProviderSettings & { emailsUrl: string }
