import {
  challengeEvent,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { randomChallenges } from '@thirty/projections/testing/random-challenge.ts'
import { pastSetup } from '@thirty/projections/testing/past-setup.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

/** Random challenges; docs/campaigns.md has larger numbers. */
const runs = Number(process.env['PAST_BOARD_RUNS'] ?? 40)

vi.setConfig({ testTimeout: 20_000 + runs * 1_000 })

test('after a restore the leaderboard is exactly as the preview showed it', async () => {
  await fc.assert(
    fc.asyncProperty(randomChallenges(), fc.nat(), async ({ events, backups, run, nextRun }, pick) => {
      const backup = backups[pick % Math.max(1, backups.length)]
      if (backup === undefined) return
      const before = await pastSetup(events)
      const preview = await before.preview(backup.id)
      const restored: GivenEvent[] = [
        challengeEvent('BackupCreated', {
          backup: 'safety',
          name: 'Before restore',
          automatic: true,
          of: { run },
        }),
        challengeEvent('BackupRestored', { run: nextRun, backup: backup.id, parent: backup.of }),
      ]
      const after = await pastSetup([...events, ...restored])
      const [now, then] = [before.board(), after.board()]

      expect(preview?.now.digest).toBe(now.digest)
      expect(preview?.after.digest).toBe(then.digest)
      expect(preview?.now).toMatchObject(now.figures)
      expect(preview?.after).toMatchObject(then.figures)
      const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id).toSorted()
      const missingIn = <Item extends { id: string }>(list: readonly Item[], other: readonly Item[]) =>
        idsOf(list).filter((id) => !other.some((item) => item.id === id))
      expect(preview?.appears.projects.first.map(({ _id }) => _id).toSorted()).toEqual(
        missingIn(then.projects, now.projects),
      )
      expect(preview?.vanishes.projects.first.map(({ _id }) => _id).toSorted()).toEqual(
        missingIn(now.projects, then.projects),
      )
      expect(preview?.appears.participants).toBe(missingIn(then.rows, now.rows).length)
      expect(preview?.vanishes.participants).toBe(missingIn(now.rows, then.rows).length)
      expect(preview?.appears.ratings).toBe(missingIn(then.ratings, now.ratings).length)
      expect(preview?.vanishes.ratings).toBe(missingIn(now.ratings, then.ratings).length)
      expect(preview?.top).toMatchObject(
        then.rows
          .slice(0, 10)
          .map(({ id, rank, points, name }) => ({ id, name, rankAfter: rank, pointsAfter: points })),
      )
      const of = (rows: typeof now.rows, id: string) => rows.find((row) => row.id === id)
      const expectedMoves = new Set(
        [...now.rows, ...then.rows]
          .map(({ id }) => id)
          .filter((id) => {
            const [first, second] = [of(now.rows, id), of(then.rows, id)]
            return first?.rank !== second?.rank || first?.points !== second?.points
          }),
      )
      expect(idsOf(preview?.moved.first ?? [])).toEqual([...expectedMoves].toSorted())
      for (const row of preview?.moved.first ?? [])
        expect(row).toMatchObject({
          rankNow: of(now.rows, row.id)?.rank ?? null,
          rankAfter: of(then.rows, row.id)?.rank ?? null,
        })
    }),
    { numRuns: runs },
  )
})

test('a participant whom the scoring excludes today is back after a restore of the backup before the change', async () => {
  const before = [
    challengeEvent('ChallengeStarted', { run: 1, startsAt: '2026-01-01T00:00:00.000Z' }),
    ...['Ada', 'Bob'].flatMap((name) => [
      personEvents(name).registered(),
      projectEvents(name, 1).submitted(),
    ]),
  ]
  const of = { run: 1, upTo: String(before.length * 10) }
  const excluded = [userIdOf('Bob')]
  const changed: GivenEvent[] = [
    ...before,
    challengeEvent('BackupCreated', {
      backup: 'before-scoring',
      name: 'Before the change',
      automatic: true,
      of,
    }),
    challengeEvent('ScoringChanged', {
      run: 1,
      weights: defaultScoring.weights,
      excluded,
      reason: 'Bob is staff',
    }),
  ]
  const setup = await pastSetup(changed)
  const preview = await setup.preview('before-scoring')
  expect(setup.board().rows.map(({ name }) => name)).toEqual(['Ada'])
  expect(preview?.now).toMatchObject({ totalParticipants: 1 })
  expect(preview?.appears).toMatchObject({ participants: 1, projects: { first: [{ owner: 'Bob' }] } })
  expect(preview?.top.map(({ name, rankNow, rankAfter }) => [name, rankNow, rankAfter])).toEqual([
    ['Ada', 1, 1],
    ['Bob', null, 2],
  ])

  const restored = await pastSetup([
    ...changed,
    challengeEvent('BackupRestored', { run: 2, backup: 'before-scoring', parent: of }),
  ])
  const then = restored.board()
  expect(then.rows.map(({ name, rank }) => [name, rank])).toEqual([
    ['Ada', 1],
    ['Bob', 2],
  ])
  expect(preview?.after).toMatchObject({ ...then.figures, digest: then.digest })
})
