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
  roundToOneDecimal,
} from '@thirty/contracts/leaderboard/points.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { collect, emptyData } from '@thirty/projections/own-data/query.ts'
import { boardFold } from '@thirty/projections/board-fold.ts'
import { activityProjection } from '@thirty/projections/activity/projection.ts'
import { readChallenge } from '@thirty/projections/read-challenge.ts'
import { judgingProjection } from '@thirty/projections/judging/projection.ts'
import { boardDigest, contendersOf, type RankedBoard } from '@thirty/projections/leaderboard/folded-boards.ts'
import { foldLedger } from '@thirty/projections/leaderboard/over-time/points-ledger.ts'
import { leaderboardProjection } from '@thirty/projections/leaderboard/projection.ts'
import { whatIfBoards } from '@thirty/projections/what-if-boards.ts'
import { projectsProjection } from '@thirty/projections/projects/projection.ts'
import { calculateScore } from '@thirty/projections/testing/judged-without-projection.ts'
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
    const at = new Date(Date.parse('2026-01-05T12:00:00.000Z') + events.length * 60_000).toISOString()
    events.push({ ...event, at })
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

type CommandedEvent = ProjectEvent & { at: string }
const commanded = (given: readonly GivenEvent[]) =>
  recordedEvents(given).filter((event) => isEventOf(projectFamily, event)) as readonly CommandedEvent[]

const prefixes = (given: readonly GivenEvent[]) => given.map((_, index) => given.slice(0, index + 1))

const startsAt = '2026-01-01T00:00:00.000Z'

test('the one life of a project says what each fold says', () => {
  fc.assert(
    fc.property(lives, (all) => {
      for (const given of prefixes(all)) {
        const { status, life } = lifeOf(given)
        const official = life?.official ?? []
        const [events, recorded] = [commanded(given), recordedEvents(given)]
        const project = events.reduce(projectFold.evolve, projectFold.initial)
        const rated = events.reduce(ratingsFold.evolve, ratingsFold.initial)
        expect([project.status, rated.status]).toEqual([status, status])
        expect(projectExists(project)).toBe(isPresent(status))
        const changes = withChanges({ events: projectFamily, initial: undefined, evolve: () => undefined })
        const later = recorded.reduce(
          (state, event) => changes.evolve(state, event as never),
          changes.initial,
        )
        const ratings = later.changes.ratings.map(({ by, average, at }) => ({ rater: by, average, at }))
        expect(ratings).toEqual(official)

        const { id } = projectEvents('Ada', 3)
        const person = personEvents('Ada')
        const judged = documentsAfter(judgingProjection(firstHistory), given).get(id)
        const carded = documentsAfter(projectsProjection(firstHistory), given).get(id)
        const own = emptyData()
        for (const event of recorded) collect(own, person.id, event)
        expect({
          isPresent: isPresent(status) ? status : undefined,
          judged: judged?.kind === 'project' ? judged.status : undefined,
          carded: carded?.kind === 'project' ? carded.status : undefined,
          own: own.submissions.get(id)?.status,
        }).toEqual({ isPresent: life?.status, judged: life?.status, carded: life?.status, own: life?.status })
        const inTenths = official.map(({ average, ...each }) => ({
          ...each,
          tenths: Math.round(average * 10),
        }))
        expect(judged?.kind === 'project' ? judged.official : []).toEqual(inTenths)
        const registered = [person.registered(), ...given]
        const ranked = documentsAfter(leaderboardProjection(firstHistory), registered).get(person.id)
        const averages = official.map(({ rater, average }) => ({ rater, average }))
        expect(ranked?.projects.map((each) => [each.status, each.official])).toEqual(
          life === undefined ? [] : [[life.status, averages]],
        )

        const steps = recorded.map(({ type, at, position }) => {
          const about = { project: id, day: 3, at, position }
          return { type: type as ProjectEvent['type'], ...about }
        })
        const [feed] = documentsAfter(activityProjection(firstHistory), given).values()
        const fold = boardFold()
        for (const event of recorded) fold.apply(event)
        const days = isCounted(life) ? [3] : []
        expect([certificateProgress(steps).days, feed?.days ?? []]).toEqual([days, days])
        expect(fold.summary().statistics.totalProjects).toBe(days.length)
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
      const officialAverages = (life?.official ?? []).map((one) => one.average)
      const average = officialAverages.length > 0 ? calculateMean(officialAverages) : null
      const counted = isCounted(life) ? [{ day: 3, officialAverages }] : []
      expect(ranked?.score).toEqual(calculateScore(counted, defaultScoring.weights))
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

      const weights = { ...defaultScoring.weights, projects: 7 }
      const comparison = whatIfBoards({ log, timeZone: 'UTC' })
      const changed = async () => ({ ...defaultScoring, weights })
      const { now, after } = await comparison.at(history, defaultScoring, changed)
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
