import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import { LRUCache } from 'lru-cache'
import pTimeout from 'p-timeout'
import { refuseKeyReuse, type CommandId } from './idempotency.ts'

/**
 * Creates a deduplicator that runs a repeated command, such as a double click, once in this process. It remembers the
 * digests of the last `maxRemembered` completed commands; their results are in the log. A refused command may be retried
 * with the same key. The deduplicator throws `key-reused` for another body, and `in-flight` when the first request takes
 * longer than `timeoutMs`.
 */
export function deduplicateInFlight({ maxRemembered = 10_000, timeoutMs = 5_000 } = {}) {
  const commands = new LRUCache<string, { digest: string; result?: Promise<unknown> }>(
    entriesUpTo(maxRemembered),
  )

  return async <Result>({ id, digest }: CommandId, run: () => Promise<Result>): Promise<Result> => {
    if (digest === undefined) return run()
    const seen = commands.get(id)
    if (seen !== undefined && seen.digest !== digest) refuseKeyReuse()
    if (seen?.result !== undefined) {
      // Safe: the id names user, action and key, so the command in flight has the same type of result.
      const inFlight = seen.result as Promise<Result>
      return pTimeout(inFlight, {
        milliseconds: timeoutMs,
        message: new Refusal('in-flight', say('inFlight')),
      })
    }
    const result = run()
    commands.set(id, { digest, result })
    try {
      const value = await result
      commands.set(id, { digest })
      return value
    } catch (error) {
      commands.delete(id)
      throw error
    }
  }
}
