import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { RequestHandler } from 'express'

/**
 * Sets the headers that restrict what pages of the product may do. The product loads nothing from third parties and has
 * no inline script, and no inline style without the nonce of the response; sockets connect to the public address.
 */
export function securityHeaders(publicUrl: URL): RequestHandler {
  const isSecure = publicUrl.protocol === 'https:'
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", (_request, response) => `'nonce-${styleNonce(response)}'`],
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

const styleNonces = new WeakMap<ServerResponse, string>()

/** Returns the nonce with which a page may add style elements. Every response has another one. */
export function styleNonce(response: ServerResponse): string {
  const nonce = styleNonces.get(response) ?? randomBytes(16).toString('base64url')
  styleNonces.set(response, nonce)
  return nonce
}
