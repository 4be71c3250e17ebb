// Serves `/metrics` for Prometheus, and has the check of the callers who may also see why a process is not ready.
//
// A separate port would be one more thing to open, map and forget. "Only from 127.0.0.1" admits everybody once a
// proxy runs on the same machine, which is why headers and host are checked: another name may resolve to our address in the
// browser of somebody in the local network. A proxy that adds no header and rewrites the host would expose the metrics.
// Labels are patterns and kinds, never ids or paths that callers choose.

import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { Router, type Request } from 'express'
import type { Registry } from 'prom-client'
import proxyAddress from 'proxy-addr'
import { isOnThisMachine } from '../config/engine-address.ts'
import { proxyHeaders } from '../http/rate-limits/client-address.ts'

export type MetricsRouterOptions = {
  registry: Registry
  /** The bearer token that a caller must send. Without one, only callers of the local network are allowed. */
  token?: string
  /** The public address, under which metrics are never served without a token. */
  publicUrl: URL
}

/**
 * With a token, a caller must send it. Without one, a caller must come from this machine or a private network, not through a proxy, and
 * use an address or a local name, which is not the public name. All other callers get 404.
 */
export function metricsRouter({ registry, token, publicUrl }: MetricsRouterOptions): Router {
  const isAllowed = token === undefined ? isLocalCaller(publicUrl) : hasToken(token)
  // Proxies hide this path as it is written here, perhaps in no other spelling.
  return Router({ caseSensitive: true }).get('/metrics', async (request, response) => {
    if (!isAllowed(request)) throw new Refusal('not-found', 'There is nothing at this address.')
    const text = await registry.metrics()
    response.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text)
  })
}

export type AccessCheck = (request: Request) => boolean

/** Accepts callers who send the token, and local ones: such callers are told what is wrong, others only whether something is. */
export function operatorCheck({ token, publicUrl }: Omit<MetricsRouterOptions, 'registry'>): AccessCheck {
  const isLocal = isLocalCaller(publicUrl)
  const sendsToken = token === undefined ? () => false : hasToken(token)
  return (request) => isLocal(request) || sendsToken(request)
}

function hasToken(token: string): AccessCheck {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(`bearer ${token}`)
  return ({ headers: { authorization = '' } }) =>
    timingSafeEqual(digest(authorization.replace(/^bearer +/i, 'bearer ')), expected)
}

const isLocalAddress = proxyAddress.compile(['loopback', 'linklocal', 'uniquelocal'])

function isLocalCaller(publicUrl: URL): AccessCheck {
  const isPublicUrlLocal = isOnThisMachine(publicUrl.hostname)
  return ({ headers, socket }) =>
    isLocalAddress(socket.remoteAddress ?? '', 0) &&
    proxyHeaders.every((name) => headers[name] === undefined) &&
    isLocalHost(headers.host) &&
    (isPublicUrlLocal || headers.host?.toLowerCase() !== publicUrl.host)
}

/**
 * Returns whether a Host header holds an IP address or a name that has no meaning in the public DNS. A page whose own
 * name resolves to an address of the local network (DNS rebinding) cannot send such a header.
 */
function isLocalHost(host = ''): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return (
    isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 || /^[^.]+$|\.(localhost|local|internal)$/.test(hostname)
  )
}
