import { auditEndpoints } from '@thirty/contracts/endpoints/audit.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { concurrencyLimit, type ConcurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { auditFile } from './export.ts'
import type { AuditQueries } from './query.ts'

/** An export that takes longer is cut: a caller who reads slowly must not keep others from theirs. */
const exportTimeoutMs = 5 * 60_000

export function auditHandlers(
  queries: AuditQueries,
  { clock, timeoutMs = exportTimeoutMs }: { clock: Clock; timeoutMs?: number },
): Endpoint[] {
  const runLimited = concurrencyLimit({ maxConcurrent: 2, maxQueued: 2 })
  return [
    endpoint(auditEndpoints.list)(({ query }) => queries.page(query)),
    endpoint(auditEndpoints.download)(({ query: { format, ...filter }, response }) => {
      const date = new Date(clock()).toISOString().slice(0, 10)
      const { type, content } = auditFile(queries, format, filter)
      const cut = () => void response.destroy()
      return {
        type,
        fileName: `thirty-audit-${date}.${format}`,
        content: limited(content, { runLimited, timeoutMs, cut }),
      }
    }),
  ]
}

type Limits = { runLimited: ConcurrencyLimit; timeoutMs: number; cut: () => void }

/** Yields the content once it is its turn. Throws `busy` if too many wait, and calls `cut` if it takes too long. */
async function* limited(
  content: AsyncIterable<string>,
  { runLimited, timeoutMs, cut }: Limits,
): AsyncGenerator<string> {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const turn = runLimited(() => {
    begun.resolve()
    return ended.promise
  })
  await Promise.race([begun.promise, turn])
  const timer = setTimeout(cut, timeoutMs)
  try {
    yield* content
  } finally {
    clearTimeout(timer)
    ended.resolve()
  }
}
