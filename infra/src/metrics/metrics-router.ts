import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@thirty/contracts/refusals.ts'
import { Router, type Request } from 'express'
import type { Registry } from 'prom-client'
import proxyAddress from 'proxy-addr'

export type MetricsRouterOptions = {
  registry: Registry
  /** The bearer token that a caller must send. Without one, only callers of the local network are allowed. */
  token?: string
  /** The public address, under which metrics are never served without a token. */
  publicUrl: URL
}

/**
 * Serves `/metrics` for Prometheus. With a token, a caller must send it. Without one, a caller must come from this
 * machine or a private network, not through a proxy, and not under the public name. All other callers get 404.
 */
export function metricsRouter({ registry, token, publicUrl }: MetricsRouterOptions): Router {
  const isAllowed = token === undefined ? isLocalCaller(publicUrl) : hasToken(token)
  return Router().get('/metrics', async (request, response) => {
    if (!isAllowed(request)) throw new Refusal('not-found', 'There is nothing at this address.')
    const text = await registry.metrics()
    response.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text)
  })
}

type AccessCheck = (request: Request) => boolean

function hasToken(token: string): AccessCheck {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(`bearer ${token}`)
  return ({ headers: { authorization = '' } }) =>
    timingSafeEqual(digest(authorization.replace(/^bearer +/i, 'bearer ')), expected)
}

const isLocalAddress = proxyAddress.compile(['loopback', 'linklocal', 'uniquelocal'])
/** Headers that proxies add. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

function isLocalCaller(publicUrl: URL): AccessCheck {
  const isPublicUrlLocal = /^(localhost|127\..*|\[::1\])$/.test(publicUrl.hostname)
  return ({ headers, socket }) =>
    isLocalAddress(socket.remoteAddress ?? '', 0) &&
    proxyHeaders.every((name) => headers[name] === undefined) &&
    (isPublicUrlLocal || headers.host?.toLowerCase() !== publicUrl.host)
}
