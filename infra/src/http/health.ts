import { Router, type Request } from 'express'

/** How far a read model is behind the log. */
export type ReadModelHealth = { view: string; lagSeconds: number; parked?: string }

/** The health of a process. Reasons and warnings are sentences for operators. */
export type Health = {
  /** Why the process must not receive requests. */
  reasons: readonly string[]
  /** Trouble that affects only a part, or that other processes have as well. */
  warnings?: readonly string[]
  views?: readonly ReadModelHealth[]
}

export type ReadinessCheck = () => Health | Promise<Health>

/**
 * Serves `/healthz`, which answers as long as the event loop runs, and `/readyz`: 200 when the process may receive
 * requests (`degraded` when there are warnings), otherwise 503. Operators also get the reasons and the read models, whose names and
 * delays may tell strangers what is hidden from them.
 */
export function healthRouter(
  checkReadiness: ReadinessCheck,
  isOperator: (request: Request) => boolean,
): Router {
  // Proxies hide this path as it is written here, perhaps in no other spelling.
  const router = Router({ caseSensitive: true })
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'alive' })
  })
  router.get('/readyz', async (request, response) => {
    const { reasons, warnings = [], views } = await checkReadiness()
    const messages = [...reasons, ...warnings]
    const status = reasons.length > 0 ? 'not ready' : warnings.length > 0 ? 'degraded' : 'ready'
    response
      .status(reasons.length > 0 ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .json({
        status,
        ...(isOperator(request) && {
          ...(messages.length > 0 && { reasons: messages }),
          ...(views && { views }),
        }),
      })
  })
  return router
}
