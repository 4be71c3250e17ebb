import type { SubmitRatingRequest } from '@thirty/contracts/api/projects/ratings.ts'
import { adminId, isApproved, participantId, participantProjectId } from './seed-community.ts'
import { submitRequest } from './submit-request.ts'
import type { LoadRequest } from './http-load.ts'
import { authorizationHeaders } from '../server/product.ts'

/** Requests of one kind, without end and without a repeat that would be answered from what is ready. */
export type RequestGenerator = Generator<LoadRequest, never>

/** Far from each other, and all of them before anybody comes again. */
const stride = 7_919

/** Everybody's number, scattered over the whole community. */
function* everybody(participants: number): Generator<{ number: number; round: number }, never> {
  for (let at = 0; ; at++)
    yield { number: (at * stride) % participants, round: Math.floor(at / participants) }
}

/** Hand-ins of everybody, for the days after the first. */
export function* submitRequests(participants: number): RequestGenerator {
  for (const all = everybody(participants); ;) {
    const { number, round } = all.next().value
    yield submitRequest(number, 2 + round)
  }
}

/** Ratings of the first day's projects by an admin: each moves its owner on the board. */
export function* ratingRequests(participants: number): RequestGenerator {
  const headers = { ...authorizationHeaders(adminId), 'content-type': 'application/json' }
  for (const all = everybody(participants); ;) {
    const { number, round } = all.next().value
    if (!isApproved(number, 1)) continue
    const stars = 1 + ((number + round) % 5)
    const criteria = { functionality: stars, design: stars, innovation: 3, codeQuality: 3, completeness: 4 }
    const body: SubmitRatingRequest = { projectId: participantProjectId(number, 1), criteria, feedback: '' }
    yield { method: 'POST', path: '/api/ratings/submit', headers, body: JSON.stringify(body) }
  }
}

const board = '/api/leaderboard/leaderboard'
/** Askers whose tokens are known after a moment. */
const askers = 100

/** The first hundred, asked for by some. */
export function* firstPageRequests(participants: number): RequestGenerator {
  const asking = askersOf(participants)
  for (let at = 0; ; at++) yield page('limit=100', asking[at % askers])
}

/** A hundred behind each of these cursors, over and over: pages so far down are kept for nobody. */
export function* cursorPageRequests(cursors: readonly string[], participants: number): RequestGenerator {
  const asking = askersOf(participants)
  for (let at = 0; ; at++) yield page(`limit=100&cursor=${cursors[at % cursors.length]}`, asking[at % askers])
}

/** The page around each of the participants; of many lengths, since a small board has few pages of one length. */
export function* ownPageRequests(participants: number): RequestGenerator {
  for (const all = everybody(participants); ;) {
    const { number } = all.next().value
    yield page(`limit=${50 + (number % 51)}&around=me`, authorizationHeaders(participantId(number)))
  }
}

const askersOf = (participants: number) =>
  Array.from({ length: askers }, (_, at) =>
    authorizationHeaders(participantId(Math.floor((at * participants) / askers))),
  )

const page = (query: string, headers: LoadRequest['headers'] = {}): LoadRequest => ({
  method: 'GET',
  path: `${board}?${query}`,
  headers,
})
