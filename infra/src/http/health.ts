import { Router } from 'express'

/** What stands in the way of serving, as sentences; empty when nothing does. */
export type Readiness = () => readonly string[] | Promise<readonly string[]>

/** `/healthz`: the process lives. `/readyz`: it may be sent requests, or why it may not. */
export function health(readiness: Readiness): Router {
  const router = Router()
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'alive' })
  })
  router.get('/readyz', async (_request, response) => {
    const reasons = await readiness()
    const isReady = reasons.length === 0
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(isReady ? { status: 'ready' } : { status: 'not ready', reasons })
  })
  return router
}
