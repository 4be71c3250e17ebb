import type { Logger } from '@thirty/infra/logger.ts'
import type { Clock } from '@thirty/infra/clock.ts'

const recentMs = 3_600_000

/**
 * Remembers callers whose forwarding header is ignored, because TRUST_PROXY does not name them. Logs the first one of the process: each
 * request of a forgotten proxy would be another line.
 */
export function untrustedProxies(logger: Logger, clock: Clock) {
  let last: { address: string; at: number } | undefined
  return {
    found: (address: string): void => {
      if (last === undefined)
        logger.warn(
          { address },
          'a forwarding header is ignored: if this address is your proxy, name it in TRUST_PROXY, or all its clients count as one',
        )
      last = { address: address.slice(0, 100), at: clock() }
    },
    /** The address of the last one of the last hour, else null. */
    recent: (): string | null => (last && clock() - last.at < recentMs ? last.address : null),
  }
}
