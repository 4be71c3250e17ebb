// Remembers from which networks an account was used lately. Nothing that is stored reveals an account or a network without the secret, and
// all of it expires.

import { createHmac } from 'node:crypto'
import { knownNetworkSeconds } from '@thirty/contracts/endpoints/limits.ts'
import type { Request } from 'express'
import type { Redis } from 'ioredis'
import { clientNetwork } from './client-address.ts'
import { createLimiter } from './limiters.ts'

/** The networks that all processes with the same Redis and the same secret know together. */
export function knownNetworks(secret: string, redis: Redis | undefined) {
  const rule = { points: 1, seconds: knownNetworkSeconds }
  const seen = createLimiter('known-network', rule, { redis, isBlocking: false })
  const keyOf = (account: string, { ip }: Pick<Request, 'ip'>): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['known-network', account, clientNetwork(ip)]))
      .digest('base64url')
      .slice(0, 22)
  return {
    /** Remembers that somebody proved to be the owner of an account. */
    remember: async (account: string, request: Pick<Request, 'ip'>): Promise<void> => {
      await seen.set(keyOf(account, request), 1, knownNetworkSeconds)
    },
    has: async (account: string, request: Pick<Request, 'ip'>): Promise<boolean> =>
      (await seen.get(keyOf(account, request))) !== null,
  }
}
