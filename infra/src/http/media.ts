import { Refusal } from '@thirty/contracts/refusals.ts'
import { Router } from 'express'
import type { Media } from '../media/media.ts'

const headers = {
  'Content-Type': 'image/webp',
  // A picture never changes under its name. Whatever it holds, it can run nothing.
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

/** `GET /<name>`: pictures by their names. There is no list. */
export function uploads(media: Media): Router {
  const router = Router()
  router.get('/:name', async (request, response) => {
    const content = await media.get(request.params.name)
    if (!content) throw new Refusal('not-found', 'This picture does not exist.')
    response.set(headers).send(content)
  })
  return router
}
