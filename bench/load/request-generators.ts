import type { SubmitProjectRequest } from '@thirty/contracts/projects/api.ts'
import type { SubmitRatingRequest } from '@thirty/contracts/judging/ratings-api.ts'
import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { adminId, isApproved, participantId, participantProjectId } from './seed-community.ts'
import type { LoadRequest } from './http-load.ts'
import { authorizationHeaders, screenshotUrl } from '../server/product.ts'

/** An endless sequence of requests that no cache can answer. */
export type RequestGenerator = Generator<LoadRequest, never>

/** A prime step through the participants, so that neighbours in the sequence are far apart on the leaderboard. */
const stride = 7_919

/** Yields the numbers of all participants in scattered order, again and again. */
function* scatteredNumbers(participants: number): Generator<{ number: number; round: number }, never> {
  for (let index = 0; ; index++)
    yield { number: (index * stride) % participants, round: Math.floor(index / participants) }
}

/** Yields submissions of all participants for the days after the first. A participant has one session for all submissions. */
export function* submitRequests(participants: number): RequestGenerator {
  const headers = new Map<number, ReturnType<typeof jsonHeadersFor>>()
  for (const numbers = scatteredNumbers(participants); ;) {
    const { number, round } = numbers.next().value
    const own = headers.get(number) ?? jsonHeadersFor(number)
    headers.set(number, own)
    yield submitRequest(number, 2 + round, own)
  }
}

/** Ratings of the first day's projects by an admin; each changes the rank of its owner. */
export function* ratingRequests(participants: number): RequestGenerator {
  const headers = { ...authorizationHeaders(adminId), 'content-type': 'application/json' }
  for (const numbers = scatteredNumbers(participants); ;) {
    const { number, round } = numbers.next().value
    if (!isApproved(number, 1)) continue
    const stars = 1 + ((number + round) % 5)
    const criteria = { ...perCriterion(() => 3), functionality: stars, design: stars, completeness: 4 }
    const body: SubmitRatingRequest = { projectId: participantProjectId(number, 1), criteria, feedback: '' }
    yield { method: 'POST', path: '/api/ratings/submit', headers, body: JSON.stringify(body) }
  }
}

const board = '/api/leaderboard/leaderboard'
/** Few enough callers that their tokens are cached after a moment. */
const callerCount = 100

/** Requests for the first page of the leaderboard. */
export function* firstPageRequests(participants: number): RequestGenerator {
  const callers = callersAmong(participants)
  for (let index = 0; ; index++) yield pageRequest('limit=100', callers[index % callerCount])
}

/** Requests for the pages after these cursors. Pages so far down are not cached. */
export function* cursorPageRequests(cursors: readonly string[], participants: number): RequestGenerator {
  const callers = callersAmong(participants)
  for (let index = 0; ; index++)
    yield pageRequest(`limit=100&cursor=${cursors[index % cursors.length]}`, callers[index % callerCount])
}

/** Requests for the page around each participant. Their lengths vary, because a small leaderboard has few pages of one length. */
export function* ownPageRequests(participants: number): RequestGenerator {
  for (const numbers = scatteredNumbers(participants); ;) {
    const { number } = numbers.next().value
    yield pageRequest(`limit=${50 + (number % 51)}&around=me`, authorizationHeaders(participantId(number)))
  }
}

const callersAmong = (participants: number) =>
  Array.from({ length: callerCount }, (_, index) =>
    authorizationHeaders(participantId(Math.floor((index * participants) / callerCount))),
  )

const pageRequest = (query: string, headers: LoadRequest['headers'] = {}): LoadRequest => ({
  method: 'GET',
  path: `${board}?${query}`,
  headers,
})

/** Returns a valid submission of a participant for a day. Pass `headers` to reuse the token of the participant. */
export function submitRequest(number: number, day: number, headers = jsonHeadersFor(number)): LoadRequest {
  const body = JSON.stringify(projectFor(participantId(number), day))
  return { method: 'POST', path: '/api/projects', headers, body }
}

/** Returns the headers of an authenticated JSON request. */
export const jsonHeadersFor = (number: number) => ({
  ...authorizationHeaders(participantId(number)),
  'content-type': 'application/json',
})

const projectFor = (user: string, day: number): SubmitProjectRequest => ({
  projectName: `Day ${day}: a small thing that works`,
  description: 'Keeps a list of what was promised to whom, and reminds one gently before it is too late.',
  languages: 'TypeScript, CSS',
  frameworks: 'React',
  liveLink: `https://day-${day}.example/`,
  repoLink: `https://code.example/day-${day}`,
  imageUrl: screenshotUrl(user),
  day,
})
