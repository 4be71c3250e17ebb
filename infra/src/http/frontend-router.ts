import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import express, { Router, type RequestHandler } from 'express'

const hour = 60 * 60 * 1000
const year = 365 * 24 * hour

/**
 * The built frontend: hashed files for ever, other files for an hour, and the one page for every page address.
 * Without a build, pages say so; the API works all the same.
 */
export function frontendRouter(directory: string): Router {
  const router = Router()
  const file = join(directory, 'index.html')
  if (!existsSync(file)) {
    router.get('/{*page}', (_request, response) => {
      response.status(404).type('text/plain').send('The pages are not built yet: npm run build')
    })
    return router
  }
  const assets = { index: false, redirect: false, fallthrough: false, immutable: true, maxAge: year } as const
  router.use('/assets', express.static(join(directory, 'assets'), assets))
  router.use(express.static(directory, { index: false, redirect: false, maxAge: hour, dotfiles: 'ignore' }))
  router.get('/{*page}', page(readFileSync(file, 'utf8')))
  return router
}

function page(html: string): RequestHandler {
  return (request, response, next) => {
    // A missing picture or script is missing; only addresses without a file ending are pages.
    if (/\.\w+$/.test(request.path)) return next()
    response.setHeader('Cache-Control', 'no-store')
    response.type('html').send(html)
  }
}
