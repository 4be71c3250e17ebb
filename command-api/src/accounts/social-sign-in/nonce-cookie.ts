// Recognises a browser during one sign-in by a nonce in a cookie, which scripts cannot read and other sites send only with a top-level
// navigation. State and one-time token contain its digest, and so are worthless in another browser.

import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Request, Response } from 'express'

/** Lifetime of a visit to the provider, and of the one-time token after it, in seconds. */
export const providerVisitSeconds = 10 * 60
export const oneTimeTokenSeconds = 60

export function nonceCookie(publicUrl: URL) {
  const isSecure = publicUrl.protocol === 'https:'
  // With this prefix browsers reject a cookie that was set by a neighbouring site.
  const name = isSecure ? '__Host-thirty-sign-in' : 'thirty-sign-in'
  const extend = (response: Response, nonce: string, seconds: number) => {
    const maxAge = seconds * 1_000
    response.cookie(name, nonce, { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/', maxAge })
  }
  return {
    /** Lets the browser keep its nonce for this many more seconds. */
    extend,
    /** Sets a new nonce in the browser and returns it. */
    issue: (response: Response): string => {
      const nonce = randomBytes(32).toString('base64url')
      extend(response, nonce, providerVisitSeconds)
      return nonce
    },
    /** Returns the nonce of the browser; `undefined` if there is none, or more than one. */
    read: (request: Request): string | undefined => {
      const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
      const matching = cookies.filter((cookie) => cookie.startsWith(`${name}=`))
      // If there are two cookies of this name, another site set one of them.
      const [nonce = ''] =
        matching.length === 1 ? matching.map((cookie) => cookie.slice(name.length + 1)) : []
      return /^[\w-]{43}$/.test(nonce) ? nonce : undefined
    },
  }
}

/** Digest of a nonce, for everything that is stored or leaves the server in another way than the cookie. */
export const nonceDigest = (nonce: string): string => hash('sha256', nonce)

/**
 * Returns the PKCE verifier of a sign-in. It is derived from the nonce, so that it need not be stored, and from the
 * secret, so that nobody else can compute it.
 */
export const pkceVerifier = (nonce: string, secret: string): string =>
  createHmac('sha256', secret).update(`pkce ${nonce}`).digest('base64url')
