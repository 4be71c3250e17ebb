import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import express, { Router, type RequestHandler } from 'express'

const hourMs = 60 * 60 * 1000
const yearMs = 365 * 24 * hourMs

/**
 * Serves the built frontend: hashed files cached for a year, other files for an hour, and index.html for every page
 * address. Without a build, page addresses answer 404 with a hint, and the API still works.
 */
export function frontendRouter(directory: string): Router {
  const router = Router()
  const indexFile = join(directory, 'index.html')
  if (!existsSync(indexFile)) {
    router.get('/{*page}', (_request, response) => {
      response.status(404).type('text/plain').send('The frontend is not built yet: npm start builds it.')
    })
    return router
  }
  const hashedFiles = {
    index: false,
    redirect: false,
    fallthrough: false,
    immutable: true,
    maxAge: yearMs,
  } as const
  router.use('/assets', express.static(join(directory, 'assets'), hashedFiles))
  router.use(express.static(directory, { index: false, redirect: false, maxAge: hourMs, dotfiles: 'ignore' }))
  router.get('/{*page}', pageHandler(readFileSync(indexFile, 'utf8')))
  return router
}

function pageHandler(html: string): RequestHandler {
  return (request, response, next) => {
    // An address with a file extension is not a page, so a missing image or script answers 404.
    if (/\.\w+$/.test(request.path)) return next()
    response.setHeader('Cache-Control', 'no-store')
    response.type('html').send(html)
  }
}
