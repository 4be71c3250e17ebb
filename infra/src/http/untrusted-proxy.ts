import type { Express, RequestHandler } from 'express'

/** Headers in which proxies name the client of a request. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded'] as const

/**
 * Returns middleware that calls `onFound` with the address of a caller whose forwarding header is ignored, because the setting
 * `trust proxy` of the app does not name it. If that caller is a proxy, all of its clients count as one.
 */
export const watchUntrustedProxies = (app: Express, onFound: (address: string) => void): RequestHandler => {
  // Safe: Express compiles the setting to this function.
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  return ({ headers, socket: { remoteAddress } }, _response, next) => {
    const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
    if (isForwarded && remoteAddress !== undefined && !isTrusted(remoteAddress, 0)) onFound(remoteAddress)
    next()
  }
}
