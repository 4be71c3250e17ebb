// Serves uploaded images at `GET /uploads/<name>`, without range requests and without a listing.

import { pipeline } from 'node:stream/promises'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import type { RequestHandler } from 'express'
import { isDisconnect } from './endpoint/download.ts'
import type { Route } from './endpoint/route-tree.ts'
import type { Media } from '../media/media.ts'

const headers = {
  'Content-Type': 'image/webp',
  // The content under a name never changes.
  'Cache-Control': 'public, max-age=31536000, immutable',
  // A browser runs no code of the file.
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

export function imageRoutes(media: Pick<Media, 'open'>): Route[] {
  const sendImage: RequestHandler = async (request, response) => {
    const name = String(request.params['name'])
    const image = await media.open(name)
    if (!image) throw new Refusal('not-found', "This image doesn't exist.")
    response.set({ ...headers, ETag: `"${name}"` })
    if (!request.fresh) response.set('Content-Length', String(image.size))
    if (request.fresh || request.method === 'HEAD') {
      image.content.destroy()
      return void response.status(request.fresh ? 304 : 200).end()
    }
    await pipeline(image.content, response).catch((error: unknown) => {
      if (!isDisconnect(error)) throw error
    })
  }
  return [{ method: 'GET', path: '/uploads/:name', handlers: [sendImage] }]
}
