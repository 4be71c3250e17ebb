import type { SubmitRatingRequest } from '@thirty/contracts/api/ratings.ts'
import { admin, isApproved, participantId, projectOf } from './community.ts'
import { handIn } from './hand-ins.ts'
import type { Request } from './load.ts'
import { signedIn } from './product.ts'

/** Requests of one kind, without end and without a repeat that would be answered from what is ready. */
export type Errands = Generator<Request, never>

/** Far from each other, and all of them before anybody comes again. */
const stride = 7_919

/** Everybody's number, scattered over the whole community. */
function* everybody(participants: number): Generator<{ number: number; round: number }, never> {
  for (let at = 0; ; at++)
    yield { number: (at * stride) % participants, round: Math.floor(at / participants) }
}

/** Hand-ins of everybody, for the days after the first. */
export function* handIns(participants: number): Errands {
  for (const all = everybody(participants); ;) {
    const { number, round } = all.next().value
    yield handIn(number, 2 + round)
  }
}

/** Ratings of the first day's projects by an admin: each moves its owner on the board. */
export function* ratings(participants: number): Errands {
  const headers = { ...signedIn(admin), 'content-type': 'application/json' }
  for (const all = everybody(participants); ;) {
    const { number, round } = all.next().value
    if (!isApproved(number, 1)) continue
    const stars = 1 + ((number + round) % 5)
    const criteria = { functionality: stars, design: stars, innovation: 3, codeQuality: 3, completeness: 4 }
    const body: SubmitRatingRequest = { projectId: projectOf(number, 1), criteria, feedback: '' }
    yield { method: 'POST', path: '/api/ratings/submit', headers, body: JSON.stringify(body) }
  }
}

const board = '/api/leaderboard/leaderboard'
/** Askers whose tokens are known after a moment. */
const askers = 100

/** The first hundred, asked for by some. */
export function* firstPages(participants: number): Errands {
  const asking = askersOf(participants)
  for (let at = 0; ; at++) yield page('limit=100', asking[at % askers])
}

/** A hundred behind each of these cursors, over and over: pages so far down are kept for nobody. */
export function* pagesBehind(cursors: readonly string[], participants: number): Errands {
  const asking = askersOf(participants)
  for (let at = 0; ; at++) yield page(`limit=100&cursor=${cursors[at % cursors.length]}`, asking[at % askers])
}

/** The page around each of the participants; of many lengths, since a small board has few pages of one length. */
export function* ownPages(participants: number): Errands {
  for (const all = everybody(participants); ;) {
    const { number } = all.next().value
    yield page(`limit=${50 + (number % 51)}&around=me`, signedIn(participantId(number)))
  }
}

const askersOf = (participants: number) =>
  Array.from({ length: askers }, (_, at) => signedIn(participantId(Math.floor((at * participants) / askers))))

const page = (query: string, headers: Request['headers'] = {}): Request => ({
  method: 'GET',
  path: `${board}?${query}`,
  headers,
})
