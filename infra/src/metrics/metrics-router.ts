import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@thirty/contracts/refusals.ts'
import { Router, type Request } from 'express'
import type { Registry } from 'prom-client'
import proxyAddress from 'proxy-addr'

export type MetricsRouterOptions = {
  registry: Registry
  /** What a caller has to show as `Authorization: Bearer …`; when missing, the neighbourhood may ask. */
  token?: string
  /** The address under which strangers come. */
  publicUrl: URL
}

/**
 * `/metrics`, for Prometheus and not for the public. With a token: whoever shows it. Without: who comes from this machine
 * or a private network, by no proxy, and not under the public name. To everybody else there is nothing here.
 */
export function metricsRouter({ registry, token, publicUrl }: MetricsRouterOptions): Router {
  const mayAsk = token === undefined ? isNeighbour(publicUrl) : hasToken(token)
  return Router().get('/metrics', async (request, response) => {
    if (!mayAsk(request)) throw new Refusal('not-found', 'There is nothing at this address.')
    const text = await registry.metrics()
    response.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text)
  })
}

type MayAsk = (request: Request) => boolean

function hasToken(token: string): MayAsk {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(`bearer ${token}`)
  return ({ headers: { authorization = '' } }) =>
    timingSafeEqual(digest(authorization.replace(/^bearer +/i, 'bearer ')), expected)
}

const isNear = proxyAddress.compile(['loopback', 'linklocal', 'uniquelocal'])
/** What proxies add; whoever sends one of these speaks for somebody else. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

function isNeighbour(publicUrl: URL): MayAsk {
  const isLocalOnly = /^(localhost|127\..*|\[::1\])$/.test(publicUrl.hostname)
  return ({ headers, socket }) =>
    isNear(socket.remoteAddress ?? '', 0) &&
    forwarding.every((name) => headers[name] === undefined) &&
    (isLocalOnly || headers.host?.toLowerCase() !== publicUrl.host)
}
