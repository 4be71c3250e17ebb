import { cardEndpoints } from '@thirty/contracts/endpoints/cards.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Request, Response } from 'express'
import type { CardImage, CardImages } from './card-images.ts'

type Exchange = { request: Request; response: Response }

export const cardHandlers = (cards: CardImages): Endpoint[] => [
  endpoint(cardEndpoints.project)(async ({ params, ...exchange }) =>
    send(
      (await cards.project(params.projectId)) ?? refuse('project-not-found', 'Project Not Found'),
      exchange,
    ),
  ),
  endpoint(cardEndpoints.participant)(async ({ params, ...exchange }) =>
    send(
      (await cards.participant(params.userId)) ?? refuse('user-not-found', 'Participant not found'),
      exchange,
    ),
  ),
  endpoint(cardEndpoints.certificate)(async ({ params, ...exchange }) =>
    send(
      (await cards.certificate(params.code)) ??
        refuse('certificate-not-found', 'There is no certificate with this code'),
      exchange,
    ),
  ),
]

/** Sends a card, or says that the caller has it already. Other sites keep it for five minutes before they ask again. */
async function send(card: CardImage, { request, response }: Exchange) {
  response.set({ 'Cache-Control': 'public, max-age=300', ETag: `"${card.version}"` })
  if (request.fresh) return void response.status(304).end()
  const png = request.method === 'HEAD' ? undefined : await card.png()
  return { type: 'image/png' as const, content: chunks(png) }
}

async function* chunks(png: Buffer | undefined) {
  if (png !== undefined) yield png
}
