import { Router } from 'express'

/** How far a read model is behind the log. */
export type ReadModelHealth = { view: string; lagSeconds: number; parked?: string }

/** How a process is. Every trouble is a sentence. */
export type Health = {
  /** What stands in the way of serving: nobody should send requests here. */
  reasons: readonly string[]
  /** What is not as it should be, but would be no better elsewhere, or hinders only a part. */
  warnings?: readonly string[]
  views?: readonly ReadModelHealth[]
}

export type ReadinessCheck = () => Health | Promise<Health>

/**
 * `/healthz`: the process lives, and its event loop turns: otherwise nobody would answer.
 * `/readyz`: it may be sent requests (200; `degraded` when something is not as it should be), or why it may not (503).
 */
export function healthRouter(readiness: ReadinessCheck): Router {
  const router = Router()
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'alive' })
  })
  router.get('/readyz', async (_request, response) => {
    const { reasons, warnings: troubles = [], views } = await readiness()
    const told = [...reasons, ...troubles]
    const status = reasons.length > 0 ? 'not ready' : troubles.length > 0 ? 'degraded' : 'ready'
    response
      .status(reasons.length > 0 ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .json({ status, ...(told.length > 0 && { reasons: told }), ...(views && { views }) })
  })
  return router
}
