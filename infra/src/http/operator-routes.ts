// Serves health checks and metrics to probes and operators.
//
// A separate port would be one more thing to open, map and forget. "Only from 127.0.0.1" admits everybody once a
// proxy runs on the same machine, which is why headers and host are checked: another name may resolve to our address in the
// browser of somebody in the local network. A proxy that adds no header and rewrites the host would expose the metrics.
// Labels are patterns and kinds, never ids or paths that callers choose.

import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { Router, type Request } from 'express'
import proxyAddress from 'proxy-addr'
import { isOnThisMachine } from '../config/engine-address.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { proxyHeaders } from './rate-limits/client-address.ts'

/** Reasons and warnings are sentences for operators. */
export type Health = {
  /** Why the process must not receive requests. */
  reasons: readonly string[]
  /** Trouble that affects only a part, or that other processes have as well. */
  warnings?: readonly string[]
  views?: readonly { view: string; lagSeconds: number; parked?: string }[]
}

export type ReadinessCheck = () => Health | Promise<Health>

export type OperatorRoutesOptions = {
  /** The public address, under which metrics are never served without a token. */
  publicUrl: URL
  readiness: ReadinessCheck
  metrics: Metrics
  /** The bearer token that a caller must send for metrics. Without one, only callers of the local network are allowed. */
  metricsToken?: string
}

/**
 * `/healthz` answers as long as the event loop runs; `/readyz` with 200 when the process may receive requests (`degraded` when there are
 * warnings), otherwise with 503. Callers who send the token and local ones also get the reasons and the read models, whose names and delays
 * may tell strangers what is hidden from them. A caller is local who comes from this machine or a private network, not through a proxy, and
 * uses an address or a local name, which is not the public name. `/metrics` is for callers who send the token, or without one for local
 * callers; others get 404.
 */
export function operatorRoutes({
  publicUrl,
  readiness,
  metrics: { registry },
  metricsToken,
}: OperatorRoutesOptions): Router {
  const isLocal = isLocalCaller(publicUrl)
  const hasToken = metricsToken === undefined ? undefined : tokenCheck(metricsToken)
  const mayReadMetrics = hasToken ?? isLocal
  // Proxies hide these paths as they are written here, perhaps in no other spelling.
  const router = Router({ caseSensitive: true })
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'alive' })
  })
  router.get('/readyz', async (request, response) => {
    const { reasons, warnings = [], views } = await readiness()
    const messages = [...reasons, ...warnings]
    const status = reasons.length > 0 ? 'not ready' : warnings.length > 0 ? 'degraded' : 'ready'
    const details = { ...(messages.length > 0 && { reasons: messages }), ...(views && { views }) }
    response
      .status(reasons.length > 0 ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .json({ status, ...((isLocal(request) || hasToken?.(request)) && details) })
  })
  router.get('/metrics', async (request, response) => {
    if (!mayReadMetrics(request)) throw new Refusal('not-found', 'There is nothing at this address.')
    const text = await registry.metrics()
    response.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text)
  })
  return router
}

type AccessCheck = (request: Request) => boolean

function tokenCheck(token: string): AccessCheck {
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
  const hostname = URL.parse(`http://${host}`)?.hostname ?? ''
  return (
    isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 || /^[^.]+$|\.(localhost|local|internal)$/.test(hostname)
  )
}
