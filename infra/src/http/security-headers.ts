// Sets the headers that restrict what pages of the product may do.
//
// Style elements need the nonce of the response, because Radix's select and the lock of the page's scrolling insert
// some. The server writes it into the page in place of `CSP_NONCE`, and `styleNonce()` reads it in the browser. So
// there is no `unsafe-inline`; scripts have no nonce and need none. Pages are compressed for each response, and no
// cache may store them.

import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { RequestHandler } from 'express'

/** The product loads nothing from third parties and has no inline script; sockets connect to the public address. */
export function securityHeaders(publicUrl: URL): RequestHandler {
  const isSecure = publicUrl.protocol === 'https:'
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", `${isSecure ? 'wss' : 'ws'}://${publicUrl.host}`],
        manifestSrc: ["'self'"],
        // Scripts send all forms. The browser would put a password into the address.
        formAction: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // An installation without https, for example in a LAN, would become unreachable.
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  })
}

const policyHeader = 'Content-Security-Policy'

/**
 * Allows a page the `style` attributes with these hashes, and to add style elements with the nonce that it returns. Every response has
 * another one.
 */
export function allowStyles(response: ServerResponse, hashes: readonly string[]): string {
  const nonce = randomBytes(16).toString('base64url')
  const policy = String(response.getHeader(policyHeader))
  const attributes = hashes.map((hash) => ` '${hash}'`).join('')
  response.setHeader(
    policyHeader,
    policy.replace("style-src 'self'", `$& 'nonce-${nonce}'`) +
      (attributes && `;style-src-attr 'unsafe-hashes'${attributes}`),
  )
  return nonce
}
