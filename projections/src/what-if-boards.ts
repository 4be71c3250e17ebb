// The leaderboards of a run with the scoring in force and with another, folded from the log for whoever compares them: they are stored
// nowhere and shown to nobody else. `scalesAt` has the scales of reviewers also for a change of the scoring, which stores them.

import { withoutFreeze, type History } from '@thirty/contracts/challenge/history.ts'
import {
  ratingScales,
  type OfficialRating,
  type RatingScales,
} from '@thirty/contracts/judging/normalised-score.ts'
import { runName } from '@thirty/contracts/challenge/run-name.ts'
import { isSameScoring, type Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { countedRatings, type JudgingDocument } from './judging/documents.ts'
import { judgingProjection } from './judging/projection.ts'
import { rankedBoard, type RankedBoard } from './leaderboard/compare-boards.ts'
import { contendersOf } from './leaderboard/past-boards/board-digest.ts'
import { foldLog, nothingFolded, type Folded } from './leaderboard/past-boards/fold-log.ts'
import type { Participant } from './leaderboard/participant.ts'
import { leaderboardProjection } from './leaderboard/projection.ts'

export type WhatIfBoardsOptions = {
  log: Pick<EventLog, 'readAll' | 'head' | 'compareEvent'>
  timeZone: string
}

/** The last fold, with the key of its request. The next request with that key continues from it. */
type Latest<Doc> = { key: string; folded: Folded<Doc> }

export class WhatIfBoards {
  readonly #options: WhatIfBoardsOptions
  #now: Latest<Participant> | undefined
  #other: Latest<Participant> | undefined
  #judged: Latest<JudgingDocument> | undefined

  constructor(options: WhatIfBoardsOptions) {
    this.#options = options
  }

  /** Returns the leaderboards of a history with these scorings at the end of the log, and its position. */
  async at(
    history: History,
    inForce: Scoring,
    otherOf: (scales: () => Promise<RatingScales>) => Promise<Scoring>,
  ): Promise<{ position: bigint; now: RankedBoard; after: RankedBoard; other: Scoring }> {
    const position = await this.#options.log.head()
    const other = await otherOf(() => this.scalesAt(history, position))
    this.#now = await this.#fold(this.#now, history, inForce, position)
    const now = boardOf(this.#now.folded)
    if (isSameScoring(inForce, other)) return { position, now, after: now, other }
    this.#other = await this.#fold(this.#other, history, other, position)
    return { position, now, after: boardOf(this.#other.folded), other }
  }

  /** Returns the scales of the reviewers at a position: the same as on the page Judging. */
  async scalesAt(history: History, position: bigint): Promise<RatingScales> {
    const unfrozen = withoutFreeze(history)
    const from = await this.#usable(this.#judged, runName(unfrozen), position)
    const projection = judgingProjection(unfrozen)
    const folded = await foldLog({ log: this.#options.log, projection, from, position })
    this.#judged = { key: runName(unfrozen), folded }
    return ratingScales([...officialRatings(folded.documents.values())])
  }

  async #fold(
    latest: Latest<Participant> | undefined,
    history: History,
    scoring: Scoring,
    position: bigint,
  ): Promise<Latest<Participant>> {
    const { log, timeZone } = this.#options
    const key = `${runName(withoutFreeze(history))} ${JSON.stringify(scoring)}`
    const projection = leaderboardProjection(scored(history, scoring), timeZone)
    const from = await this.#usable(latest, key, position)
    return { key, folded: await foldLog({ log, projection, from, position }) }
  }

  /** Returns the last fold if the requested one can continue it, and an empty fold otherwise. */
  async #usable<Doc>(latest: Latest<Doc> | undefined, key: string, position: bigint): Promise<Folded<Doc>> {
    if (latest?.key !== key || latest.folded.position > position) return nothingFolded()
    const { last } = latest.folded
    if (last !== undefined && (await this.#options.log.compareEvent(last)) === 'other') return nothingFolded()
    return latest.folded
  }
}

/** Returns the history, without a freeze, with this scoring from its beginning. */
function scored(history: History, scoring: Scoring): History {
  const [{ scorings: _, ...own }, ...parents] = withoutFreeze(history)
  return [{ ...own, scorings: [{ position: 0n, time: 0, scoring }] }, ...parents]
}

/** Accounts that are not active have no rank. */
const boardOf = ({ documents }: Folded<Participant>): RankedBoard =>
  rankedBoard(contendersOf(documents), ({ participant }) => participant.status === 'active')

function* officialRatings(documents: Iterable<JudgingDocument>): Generator<OfficialRating> {
  for (const document of documents)
    if (document.kind === 'project' && document.status !== 'rejected')
      for (const { rater, tenths } of countedRatings(document))
        yield { reviewer: rater, average: tenths / 10 }
}
