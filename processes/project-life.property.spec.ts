import { projectExists, projectFold } from '@thirty/command-api/projects/evolve.ts'
import { ratingsFold } from '@thirty/command-api/ratings/evolve.ts'
import { Replay } from '@thirty/command-api/replay.ts'
import { withChanges } from '@thirty/command-api/later-changes.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents as projectFamily, type ProjectEvent } from '@thirty/contracts/projects/events.ts'
import {
  evolveProject,
  evolveStatus,
  isCounted,
  isPresent,
  isStatusEvent,
  lifeEvents,
  type LifeStatus,
  type ProjectLife,
} from '@thirty/contracts/projects/project-life.ts'
import { certificateProgress } from '@thirty/contracts/leaderboard/certificate.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import {
  calculateMean,
  calculateRatingAverage,
  calculateScore,
  roundToOneDecimal,
} from '@thirty/contracts/leaderboard/points.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import type { OwnSubmission } from '@thirty/contracts/accounts/own-data-api.ts'
import { collectSubmission } from '@thirty/projections/own-data/collect-own-data.ts'
import { boardFold } from '@thirty/projections/board-fold.ts'
import { activityProjection } from '@thirty/projections/activity/projection.ts'
import { readChallenge } from '@thirty/projections/read-challenge.ts'
import { judgingProjection } from '@thirty/projections/judging/projection.ts'
import type { RankedBoard } from '@thirty/projections/leaderboard/compare-boards.ts'
import { foldLedger } from '@thirty/projections/leaderboard/over-time/points-ledger.ts'
import { leaderboardProjection } from '@thirty/projections/leaderboard/projection.ts'
import { WhatIfBoards } from '@thirty/projections/what-if-boards.ts'
import { boardDigest, contendersOf } from '@thirty/projections/leaderboard/past-boards/board-digest.ts'
import { projectsProjection } from '@thirty/projections/projects/projection.ts'
import { pastSetup } from '@thirty/projections/testing/past-setup.ts'
import {
  challengeEvent,
  equalCriteria,
  personEvents,
  projectEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter, recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const step = fc.record({
  what: fc.constantFrom('submit', 'submit', 'revise', 'withdraw', 'approve', 'reject', 'rate', 'rate'),
  rater: fc.constantFrom('Root', 'Rita', 'Zoe'),
  stars: fc.integer({ min: 1, max: 5 }),
})

/** The events that commands about one project would append. */
const lives = fc.array(step, { maxLength: 40 }).map((steps) => {
  const events: GivenEvent[] = []
  let status = 'none' as 'none' | 'submitted' | 'approved' | 'rejected'
  const project = projectEvents('Ada', 3)
  const add = (event: GivenEvent, next = status) => {
    events.push({
      ...event,
      at: new Date(Date.parse('2026-01-05T12:00:00.000Z') + events.length * 60_000).toISOString(),
    })
    status = next
  }
  for (const { what, rater, stars } of steps) {
    const isOpen = status === 'submitted' || status === 'rejected'
    if (what === 'submit' && status === 'none') add(project.submitted(), 'submitted')
    else if (what === 'revise' && isOpen)
      add(project.revised({ projectName: `Kanban ${events.length}` }), 'submitted')
    else if (what === 'withdraw' && isOpen) add(project.withdrawn(), 'none')
    else if (what === 'approve' && status === 'submitted') add(project.approved(), 'approved')
    else if (what === 'reject' && status === 'submitted') add(project.rejected(), 'rejected')
    else if (what === 'rate' && (status === 'submitted' || status === 'approved'))
      add(project.rated(rater, equalCriteria(stars), { official: rater !== 'Zoe' }))
  }
  return events
})

type Kept = { rater: string; average: number; at: string }

function lifeOf(given: readonly GivenEvent[]) {
  let status: LifeStatus = 'none'
  let life: ProjectLife<Kept> | undefined
  for (const event of recordedEvents(given)) {
    if (!isEventOf(lifeEvents, event)) continue
    if (isStatusEvent(event)) status = evolveStatus(status, event)
    life = evolveProject(life, event, ({ at, data: { rater, criteria } }) => ({
      rater,
      average: calculateRatingAverage(criteria),
      at,
    }))
  }
  return { status, life }
}

const commanded = (given: readonly GivenEvent[]) =>
  recordedEvents(given).filter((event) => isEventOf(projectFamily, event)) as readonly (ProjectEvent & {
    at: string
  })[]

const prefixes = (given: readonly GivenEvent[]) => given.map((_, index) => given.slice(0, index + 1))

const startsAt = '2026-01-01T00:00:00.000Z'

test('the one life of a project says what each fold says', () => {
  fc.assert(
    fc.property(lives, (all) => {
      for (const given of prefixes(all)) {
        const { status, life } = lifeOf(given)
        const events = commanded(given)
        expect(isPresent(status) ? status : undefined).toBe(life?.status)
        const project = events.reduce(projectFold.evolve, projectFold.initial)
        expect(project.status).toBe(status)
        expect(projectExists(project)).toBe(isPresent(status))
        const rated = events.reduce(ratingsFold.evolve, ratingsFold.initial)
        expect(rated.status).toBe(status)
        const changes = withChanges({ events: projectFamily, initial: undefined, evolve: () => undefined })
        const { ratings } = recordedEvents(given).reduce(
          (state, event) => changes.evolve(state, event as never),
          changes.initial,
        ).changes
        expect(ratings.map(({ by, average, at }) => ({ rater: by, average, at }))).toEqual(
          life?.official ?? [],
        )

        const id = projectEvents('Ada', 3).id
        const judged = documentsAfter(judgingProjection(firstHistory), given).get(id)
        expect(judged?.kind === 'project' ? judged.status : undefined).toBe(life?.status)
        expect(judged?.kind === 'project' ? judged.official : []).toEqual(
          (life?.official ?? []).map(({ rater, average, at }) => ({
            rater,
            tenths: Math.round(average * 10),
            at,
          })),
        )
        const carded = documentsAfter(projectsProjection(firstHistory), given).get(id)
        expect(carded?.kind === 'project' ? carded.status : undefined).toBe(life?.status)
        const person = personEvents('Ada')
        const ranked = documentsAfter(leaderboardProjection(firstHistory), [
          person.registered(),
          ...given,
        ]).get(person.id)
        expect(ranked?.projects.map(({ status: shown, official }) => ({ status: shown, official }))).toEqual(
          life === undefined
            ? []
            : [
                {
                  status: life.status,
                  official: life.official.map(({ rater, average }) => ({ rater, average })),
                },
              ],
        )
        const submissions = new Map<string, OwnSubmission>()
        for (const event of recordedEvents(given)) collectSubmission(submissions, person.id, event)
        expect(submissions.get(id)?.status).toBe(life?.status)

        const steps = recordedEvents(given).map(({ type, at, position }) => ({
          type: type as ProjectEvent['type'],
          project: id,
          day: 3,
          at,
          position,
        }))
        expect(certificateProgress(steps).days).toEqual(isCounted(life) ? [3] : [])
        const [feed] = documentsAfter(activityProjection(firstHistory), given).values()
        expect(feed?.days ?? []).toEqual(isCounted(life) ? [3] : [])
        const fold = boardFold()
        for (const event of recordedEvents(given)) fold.apply(event)
        expect(fold.summary().statistics.totalProjects).toBe(isCounted(life) ? 1 : 0)
      }
    }),
    { numRuns: 300 },
  )
})

/** Which of some further events about the project a backup file may have after these. */
function importedAfter(given: readonly GivenEvent[]) {
  const project = projectEvents('Ada', 3)
  const takes = (next: GivenEvent): boolean => {
    const replay = new Replay()
    const all = [challengeEvent('ChallengeStarted', { run: 1, startsAt }), ...given, next]
    for (const [index, event] of recordedEvents(all).entries())
      try {
        // Events of a file are of these types.
        replay.apply({ ...event, at: index === 0 ? startsAt : event.at } as never)
      } catch (error) {
        if (index < all.length - 1) throw error
        return false
      }
    return true
  }
  return {
    approval: takes(project.approved()),
    revision: takes(project.revised()),
    like: takes(project.liked('Zoe')),
  }
}

test('leaderboard, past, ledger, comparison, backup and import tell the same life', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (given) => {
      const { status, life } = lifeOf(given)
      const person = personEvents('Ada')
      const all = [person.registered(), ...given]
      const { log, boards, history } = await pastSetup(all)
      const live = leaderboardProjection(history, 'UTC')
      const ranked = documentsAfter(live, all).get(person.id)
      const points = ranked?.score.totalPoints ?? 0
      const average =
        life && life.official.length > 0 ? calculateMean(life.official.map((one) => one.average)) : null
      expect(ranked?.score).toEqual(
        calculateScore(
          isCounted(life) ? [{ day: 3, officialAverages: life.official.map((one) => one.average) }] : [],
          defaultScoring.weights,
        ),
      )
      const name = commanded(given)
        .flatMap(({ data }) => ('projectName' in data ? data.projectName : []))
        .at(-1)
      expect(ranked?.projects.map((project) => [project.name, project.score])).toEqual(
        life === undefined ? [] : [[name, average]],
      )

      const challenge = await readChallenge(log)
      const past = await boards.at(history, await log.head(), challenge)
      const then = past.documents.get(person.id)
      expect([then?.projects, then?.score]).toEqual([ranked?.projects, ranked?.score])

      const ledger = foldLedger(live, recordedEvents(all), person.id)
      expect(ledger.at(-1)?.total ?? 0).toBe(points)

      const { now, after } = await new WhatIfBoards({ log, timeZone: 'UTC' }).at(
        history,
        defaultScoring,
        async () => ({
          ...defaultScoring,
          weights: { ...defaultScoring.weights, projects: 7 },
        }),
      )
      const pointsOn = (board: RankedBoard) =>
        [...board.values()].map(({ participant }) => participant.score.totalPoints)
      expect(pointsOn(now)).toEqual(isCounted(life) ? [points] : [])
      expect(pointsOn(after)).toEqual(
        isCounted(life) ? [roundToOneDecimal(points + 7 - defaultScoring.weights.projects)] : [],
      )

      const file = boardFold()
      for (const event of recordedEvents(given)) file.apply(event)
      expect(file.summary().digest).toBe(boardDigest(contendersOf(past.documents)))

      expect(importedAfter(given)).toEqual({
        approval: status === 'submitted',
        revision: status === 'submitted' || status === 'rejected',
        like: isCounted(life),
      })
    }),
    { numRuns: 100 },
  )
})
