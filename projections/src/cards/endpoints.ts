import { cardEndpoints } from '@thirty/contracts/leaderboard/cards-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Request, Response } from 'express'
import type { CardImage, CardImages } from './card-images.ts'
import { say } from '@thirty/contracts/texts/text.ts'

type Exchange = { request: Request; response: Response }

export const cardHandlers = (cards: CardImages): Endpoint[] => [
  endpoint(cardEndpoints.project)(async ({ params, query, ...exchange }) => {
    const card = await cards.project(params.projectId, query.language)
    return send(card ?? refuse('project-not-found', say('projectNotFound')), exchange)
  }),
  endpoint(cardEndpoints.participant)(async ({ params, query, ...exchange }) => {
    const card = await cards.participant(params.userId, query.language)
    return send(card ?? refuse('user-not-found', say('participantNotFound')), exchange)
  }),
  endpoint(cardEndpoints.certificate)(async ({ params, query, ...exchange }) => {
    const card = await cards.certificate(params.code, query.language)
    return send(card ?? refuse('certificate-not-found', say('certificateNotFound')), exchange)
  }),
]

/**
 * Sends a card, or says that the caller has it already. Other sites keep it for five minutes before they ask again. Nothing is set before
 * the card is drawn, because an error must not be kept; neither is a card whose image could not be loaded.
 */
async function send(card: CardImage, { request, response }: Exchange) {
  const cached = { ...embeddable, 'Cache-Control': 'public, max-age=300', ETag: `"${card.version}"` }
  // Express compares the tag of the response with that of the request.
  response.set('ETag', cached.ETag)
  const status = request.fresh ? 304 : 200
  if (request.method === 'HEAD' || status === 304)
    return void response.set(cached).status(status).type('png').end()
  response.removeHeader('ETag')
  const { png, isComplete } = await card.draw()
  response.set(isComplete ? cached : { ...embeddable, 'Cache-Control': 'no-store' })
  return { type: 'image/png' as const, content: chunks(png) }
}

/** Pages of other sites may show cards. */
const embeddable = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

async function* chunks(png: Buffer) {
  yield png
}
