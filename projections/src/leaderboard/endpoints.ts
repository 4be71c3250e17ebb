// The endpoints of the leaderboard, of now or of a moment in the past, of its last days, of the landing page, of the points of a
// participant, and of who would move with another scoring.

import { leaderboardEndpoints } from '@thirty/contracts/leaderboard/api.ts'
import { refuse, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import {
  scoringEndpoints,
  weightsSchema,
  type WhatIfQuery,
  type WhatIfResponse,
} from '@thirty/contracts/leaderboard/scoring-api.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { scoringChange, scoringOf } from '@thirty/contracts/challenge/history.ts'
import type { RatingScales } from '@thirty/contracts/judging/normalised-score.ts'
import { defaultScoring, isSameScoring, type Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { isoTimeOrNull } from '@thirty/contracts/iso-time.ts'
import { negotiateGzip } from '@thirty/infra/http/compression.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import type { Response } from 'express'
import type { RunContext } from '../run-context.ts'
import { readChallenge } from '../read-challenge.ts'
import { pointsLedger } from './over-time/points-ledger.ts'
import { gzipChunks } from './page/encoded-page.ts'
import { showcaseQuery } from './totals.ts'
import { boardFigures, compareBoards, type ComparedRow, type RankedBoard } from './folded-boards.ts'

const byteLength = (chunks: readonly Buffer[]): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0)

/** Sends chunks as one JSON body, without copying them together. */
function send(response: Response, chunks: readonly Buffer[]): void {
  response
    .type('json')
    .set('Content-Length', String(byteLength(chunks)))
    .cork()
  for (const chunk of chunks) response.write(chunk)
  response.end()
}

export function leaderboardHandlers(context: RunContext): Endpoint[] {
  const { boardQueries: queries, past, reader } = context
  const { scoring } = queries
  const ledger = pointsLedger(context)
  return [
    endpoint(leaderboardEndpoints.board)(async ({ query, caller, request, response }) => {
      const { at } = query
      const { chunks, etag } =
        at === undefined
          ? await queries.board(query, caller.id)
          : await past.pastBoard({ ...query, at }, caller.id, reader)
      response.set({ 'Cache-Control': 'private, no-cache', Vary: 'Authorization' })
      const isCompressed = negotiateGzip(request, response, byteLength(chunks))
      // Other bytes need another strong ETag.
      response.set('ETag', isCompressed ? etag.replace(/"$/, '-gzip"') : etag)
      if (request.fresh) response.status(304).end()
      else if (isCompressed) send(response.set('Content-Encoding', 'gzip'), gzipChunks(chunks))
      else send(response, chunks)
      return undefined
    }),
    endpoint(leaderboardEndpoints.history)(({ caller }) => queries.history(caller.id)),
    endpoint(leaderboardEndpoints.showcase)(showcaseQuery(context.standings, context.challenge.currentDay)),
    endpoint(leaderboardEndpoints.points)(async ({ params }) => ({
      points: (await ledger(params.userId)) ?? refuse('user-not-found', 'participantNotFound'),
      ...(scoring && { scoring }),
    })),
    whatIfEndpoint(context),
  ]
}

/** How many comparisons are computed at once, and how many wait. */
const comparisons = { maxConcurrent: 2, maxQueued: 20 }
const [podiumRows, topRows, movedRows] = [3, 20, 100]

function whatIfEndpoint(context: RunContext): Endpoint {
  const { history, whatIf, personSummaries } = context
  const limit = concurrencyLimit(comparisons)
  const inForce = scoringOf(history)
  const change = scoringChange(history)
  const [{ scorings = [] }] = history
  const before = change === undefined ? undefined : (scorings.at(-2)?.scoring ?? defaultScoring)

  const compare = async (query: WhatIfQuery): Promise<WhatIfResponse> => {
    const weights = requireWeights(query, inForce)
    const { position, now, after, other } = await whatIf.at(history, inForce, (scalesOfNow) =>
      otherScoring({ ...inForce, weights }, query, scalesOfNow),
    )
    await requireCurrentRun(context, position)
    const { first, rows } = compareBoards(now, after)
    const moved = rows().filter(({ rankNow, rankAfter }) => rankNow !== rankAfter)
    const lists = [
      first(now, podiumRows),
      first(after, podiumRows),
      first(after, topRows),
      moved.toSorted(byMove).slice(0, movedRows),
    ]
    const excluded = [inForce, other, before].flatMap((scoring) => scoring?.excluded ?? [])
    const person = await personSummaries([...lists.flat().map(({ id }) => id), ...excluded])
    const [podiumNow = [], podiumAfter = [], top = [], firstMoved = []] = lists.map((list) =>
      list.map((row) => ({ ...row, ...person(row.id) })),
    )
    const shown = ({ weights, excluded: ids, scales }: Scoring) => ({
      weights,
      excluded: ids.map(person),
      normalised: scales !== undefined,
    })
    return {
      inForce: {
        ...shown(inForce),
        version: change?.position.toString() ?? '0',
        changedAt: isoTimeOrNull(change?.time),
        ...(change?.by === undefined
          ? { changedBy: null }
          : nameAs('changedBy', await context.members.named(change.by))),
        reason: change?.reason ?? null,
        before: before ? shown(before) : null,
      },
      other: {
        ...shown(other),
        isSame: isSameScoring(inForce, other),
        reviewers: Object.keys(other.scales?.byReviewer ?? {}).length,
      },
      now: figuresOf(now),
      after: figuresOf(after),
      podium: { now: podiumNow, after: podiumAfter },
      top,
      moved: {
        total: moved.length,
        up: moved.filter((row) => placesWon(row) > 0).length,
        down: moved.filter((row) => placesWon(row) < 0).length,
        first: firstMoved,
      },
      position: position.toString(),
      epoch: (await context.positionOf('leaderboard')).epoch,
    }
  }

  return endpoint(scoringEndpoints.whatIf)(({ query }) => limit(() => compare(query)))
}

/** Returns the weights of a query, and those in force for what it does not name. Refuses weights that are not valid together. */
function requireWeights(query: WhatIfQuery, { weights }: Scoring): Scoring['weights'] {
  const { projects = weights.projects, quality = weights.quality, streak = weights.streak } = query
  const other = { projects, quality, streak }
  const { error } = weightsSchema.safeParse(other)
  if (error === undefined) return other
  const [issue] = error.issues
  const message = issue?.message ?? 'These weights are not valid.'
  throw untranslated('invalid-fields', message, { [String(issue?.path[0] ?? 'weights')]: message })
}

async function otherScoring(
  { weights, ...inForce }: Scoring,
  query: WhatIfQuery,
  scalesOfNow: () => Promise<RatingScales>,
): Promise<Scoring> {
  const scalesFor = { on: scalesOfNow, off: () => undefined, asInForce: () => inForce.scales }
  const scales = await scalesFor[query.normalise ?? 'asInForce']()
  return { weights, excluded: query.excluded ?? inForce.excluded, ...(scales && { scales }) }
}

/**
 * Refuses if the compared run is not the current run at a position: after a reset or a restore, the previous run is shown until the read
 * models of the new run are complete. A scoring is applied to the run that is current.
 */
async function requireCurrentRun({ log, history }: RunContext, position: bigint): Promise<void> {
  const { runs } = await readChallenge(log, position)
  if (runs.current !== history[0].run) refuse('busy', 'notShown')
}

/** Either scoring may exclude participants: who gets or loses a rank moves further than anybody else. */
const placesWon = ({ rankNow, rankAfter }: ComparedRow): number =>
  (rankNow ?? Infinity) - (rankAfter ?? Infinity)

/** The largest moves first; of equal ones, the best rank. */
const byMove = (left: ComparedRow, right: ComparedRow): number => {
  const [one, other] = [Math.abs(placesWon(left)), Math.abs(placesWon(right))]
  return one === other ? bestRank(left) - bestRank(right) : other - one
}

const bestRank = ({ rankNow, rankAfter }: ComparedRow): number =>
  Math.min(rankNow ?? Infinity, rankAfter ?? Infinity)

function figuresOf(board: RankedBoard): WhatIfResponse['now'] {
  const { totalParticipants, averagePoints } = boardFigures(board.values())
  return { participants: totalParticipants, averagePoints }
}
