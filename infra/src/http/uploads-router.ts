import { pipeline } from 'node:stream/promises'
import { Refusal } from '@thirty/contracts/refusals.ts'
import { Router } from 'express'
import type { Media } from '../media/media.ts'

const headers = {
  'Content-Type': 'image/webp',
  // A picture never changes under its name. Whatever it holds, it can run nothing.
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

/** `GET /<name>`: pictures by their names, whole or not at all. There is no list. */
export function uploadsRouter(media: Media): Router {
  const router = Router()
  router.get('/:name', async (request, response) => {
    const { name } = request.params
    const picture = await media.open(name)
    if (!picture) throw new Refusal('not-found', 'This picture does not exist.')
    response.set({ ...headers, ETag: `"${name}"` })
    if (request.fresh || request.method === 'HEAD') {
      picture.content.destroy()
      if (request.fresh) response.status(304)
      else response.set('Content-Length', String(picture.size))
      return void response.end()
    }
    response.set('Content-Length', String(picture.size))
    await pipeline(picture.content, response).catch(unlessLeft)
  })
  return router
}

/** Whoever goes away while a picture comes has seen enough of it. */
function unlessLeft(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error
}
