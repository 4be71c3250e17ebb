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
import { leaderboardProjection } from '@thirty/projections/leaderboard/projection.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

/** Random challenges; docs/campaigns.md has larger numbers. */
const runs = Number(process.env['PAST_BOARD_RUNS'] ?? 40)

vi.setConfig({ testTimeout: 20_000 + runs * 1_000 })

const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1)

test('after a restore the leaderboard is exactly as the preview showed it', async () => {
  await fc.assert(
    fc.asyncProperty(randomChallenges(80, 30), fc.nat(), async ({ events, backups, run, nextRun }, pick) => {
      const backup = backups[pick % Math.max(1, backups.length)]
      if (backup === undefined) return
      const setup = await pastSetup(events)
      const preview = await setup.preview(backup.id)
      const safety = { backup: 'safety', name: 'Before restore', automatic: true, of: { run } }
      const after = await pastSetup([
        ...events,
        challengeEvent('BackupCreated', safety),
        challengeEvent('BackupRestored', { run: nextRun, backup: backup.id, parent: backup.of }),
      ])
      const [now, then] = [setup.board(), after.board()]
      const idsOf = (list: readonly { id: string }[] = []) => list.map(({ id }) => id).toSorted()
      const difference = (board: typeof now, other: typeof now) => {
        const missing = (list: 'projects' | 'rows' | 'ratings') =>
          idsOf(board[list]).filter((id) => !idsOf(other[list]).includes(id))
        return {
          projects: missing('projects'),
          participants: missing('rows').length,
          ratings: missing('ratings').length,
        }
      }
      const shown = (part: 'appears' | 'vanishes') => {
        const { projects, ...counts } = preview?.[part] ?? {}
        return { ...counts, projects: projects?.first.map(({ _id }) => _id).toSorted() }
      }
      expect([shown('appears'), shown('vanishes')]).toEqual([difference(then, now), difference(now, then)])
      const live = await setup.store.liveBuild(leaderboardProjection(setup.history, 'UTC'))
      expect(preview).toMatchObject({
        position: String(await setup.log.head()),
        epoch: live?.epoch,
        now: { ...now.figures, digest: now.digest },
        after: { ...then.figures, digest: then.digest },
        top: then.rows
          .slice(0, 10)
          .map(({ id, rank, points, name }) => ({ id, name, rankAfter: rank, pointsAfter: points })),
      })
      const placeOn = ({ rows }: typeof now, of: string) => {
        const { rank = null, points = null } = rows.find(({ id }) => id === of) ?? {}
        return { rank, points }
      }
      const everybody = [...new Set([...idsOf(now.rows), ...idsOf(then.rows)])]
      const moved = everybody
        .map((id) => ({ id, before: placeOn(now, id), after: placeOn(then, id) }))
        .filter((row) => row.before.rank !== row.after.rank || row.before.points !== row.after.points)
      expect(preview?.moved.first.toSorted(byId)).toMatchObject(
        moved
          .map((row) => ({ id: row.id, rankNow: row.before.rank, rankAfter: row.after.rank }))
          .toSorted(byId),
      )
    }),
    { numRuns: runs },
  )
})

test('a participant whom the scoring excludes today is back after a restore of the backup before the change', async () => {
  const before = ['Ada', 'Bob'].flatMap((name) => [
    personEvents(name).registered(),
    projectEvents(name, 1).submitted(),
  ])
  const of = { run: 1, upTo: String(before.length * 10) }
  const { weights } = defaultScoring
  const changed: GivenEvent[] = [
    ...before,
    challengeEvent('BackupCreated', { backup: 'b1', name: 'Before the change', automatic: true, of }),
    challengeEvent('ScoringChanged', {
      run: 1,
      weights,
      excluded: [userIdOf('Bob')],
      reason: 'Bob is staff',
    }),
  ]
  const restored = challengeEvent('BackupRestored', { run: 2, backup: 'b1', parent: of })
  const then = (await pastSetup([...changed, restored])).board()
  expect(then.rows.map(({ name, rank }) => [name, rank])).toEqual([
    ['Ada', 1],
    ['Bob', 2],
  ])
  expect(await (await pastSetup(changed)).preview('b1')).toMatchObject({
    now: { totalParticipants: 1 },
    appears: { participants: 1, projects: { first: [{ owner: 'Bob' }] } },
    top: [
      { name: 'Ada', rankNow: 1, rankAfter: 1 },
      { name: 'Bob', rankNow: null, rankAfter: 2 },
    ],
    after: { ...then.figures, digest: then.digest },
  })
})

test('a participant who became an admin and was deactivated is not ranked in a preview', async () => {
  const ada = personEvents('Ada')
  const { preview } = await pastSetup([
    ada.registered(),
    projectEvents('Ada', 1).submitted(),
    challengeEvent('BackupCreated', { backup: 'b1', name: 'b', automatic: true, of: { run: 1, upTo: '20' } }),
    ada.event('AdminRightsGranted', {}),
    ada.event('UserStatusChanged', { status: 'inactive' }),
  ])
  expect(await preview('b1')).toMatchObject({ now: { totalParticipants: 0 }, top: [] })
})
