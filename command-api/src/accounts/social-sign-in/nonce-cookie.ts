import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Request, Response } from 'express'

/** How long a browser may stay at the provider, and how long it may take with its ticket, in seconds. */
export const providerVisitSeconds = 10 * 60
export const oneTimeTokenSeconds = 60

/**
 * What makes a browser known during one sign-in: a nonce in a cookie that no script reads and no other site sends along
 * with anything but a visit. State and ticket name its digest, so they are worth nothing in another browser.
 */
export type NonceCookie = {
  /** Gives the browser a new nonce. */
  issue(response: Response): string
  /** The nonce that a browser was given. */
  read(request: Request): string | undefined
  /** Lets the browser keep its nonce for so many seconds more; none is good-bye. */
  extend(response: Response, nonce: string, seconds: number): void
}

export function nonceCookie(publicUrl: URL): NonceCookie {
  const isSecure = publicUrl.protocol === 'https:'
  // The prefix makes browsers refuse a cookie that a neighbouring site planted.
  const name = isSecure ? '__Host-thirty-sign-in' : 'thirty-sign-in'
  const keep = (response: Response, nonce: string, seconds: number) => {
    const maxAge = seconds * 1_000
    response.cookie(name, nonce, { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/', maxAge })
  }
  return {
    extend: keep,
    issue: (response) => {
      const nonce = randomBytes(32).toString('base64url')
      keep(response, nonce, providerVisitSeconds)
      return nonce
    },
    read: (request) => {
      const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
      const found = cookies.filter((cookie) => cookie.startsWith(`${name}=`))
      // Two of one name: one of them was planted.
      const [nonce = ''] = found.length === 1 ? found.map((cookie) => cookie.slice(name.length + 1)) : []
      return /^[\w-]{43}$/.test(nonce) ? nonce : undefined
    },
  }
}

/** What state, ticket and log say in place of the nonce. */
export const nonceDigest = (nonce: string): string => hash('sha256', nonce)

/** The PKCE verifier of a sign-in. It follows from the nonce, so it need not be kept; without the secret nobody finds it. */
export const pkceVerifier = (nonce: string, secret: string): string =>
  createHmac('sha256', secret).update(`pkce ${nonce}`).digest('base64url')

/** What the provider is told of the verifier (RFC 7636, S256). */
export const pkceChallenge = (verifier: string): string => hash('sha256', verifier, 'base64url')
