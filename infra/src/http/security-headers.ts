import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { RequestHandler } from 'express'

/**
 * Headers that narrow what a page of ours may do, on every answer. The product makes no request to third parties and
 * has no script or style in its pages; sockets go to the public address.
 */
export function securityHeaders(publicUrl: URL): RequestHandler {
  const isSecure = publicUrl.protocol === 'https:'
  const headers = saidBy(
    helmet({
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
          formAction: ["'self'"],
          baseUri: ["'none'"],
          objectSrc: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      // On plain http, as on a LAN, a promise of https would lock people out.
      strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
      xFrameOptions: { action: 'deny' },
      referrerPolicy: { policy: 'no-referrer' },
    }),
  )
  const narrowing: RequestHandler = (_request, response, next) => {
    response.setHeaders(headers)
    next()
  }
  return narrowing
}

/** Helmet says the same of every answer, in a dozen steps, so it is asked once. */
function saidBy(handler: ReturnType<typeof helmet>): Map<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  handler(request, response, (problem) => {
    if (problem !== undefined) throw new Error('Helmet has nothing to say.', { cause: problem })
  })
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}
