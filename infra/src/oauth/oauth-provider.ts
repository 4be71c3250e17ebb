/** A person as a provider knows them. The provider says that the address is theirs. */
export type VerifiedProfile = {
  /** The provider's own id of the person: it stays when name and address change. */
  subject: string
  email: string
  /** Name to show, and name to sign in under, where the provider knows them; in the provider's form. */
  fullName?: string
  handle?: string
}

/** Where a browser is to be sent. */
export type AuthorizationRequest = {
  state: string
  /** SHA-256 of the verifier, base64url (PKCE, RFC 7636). */
  challenge: string
  /** Where the provider sends the browser back to. */
  redirectUri: string
}

/** What a browser brought back, and what proves that we sent it. */
export type CodeExchange = { code: string; verifier: string; redirectUri: string }

/** Somebody else who says who people are. Both adapters pass `providers.int.spec.ts`. */
export type OAuthProvider = {
  /** The provider's page, with all that it has to know. */
  authorizationUrl(authorizing: AuthorizationRequest): string
  /** Who came back. Answers or throws within `patience` milliseconds. Throws `ProviderProblem`. */
  fetchProfile(returning: CodeExchange): Promise<VerifiedProfile>
}

/**
 * `away`: no answer, or none that makes sense. `refused`: the provider does not know the code. `unverified-email`: the
 * person has shown no address to the provider.
 */
export type ProviderErrorReason = 'away' | 'refused' | 'unverified-email'

export class ProviderError extends Error {
  override name = 'ProviderProblem'
  readonly reason: ProviderErrorReason
  constructor(reason: ProviderErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Milliseconds that a provider has for all its answers to one sign-in. */
export const providerTimeoutMs = 5_000

/** What an installation has to say about a provider: who it is there, and where the provider answers. */
export type ProviderSettings = {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  userUrl: string
}
