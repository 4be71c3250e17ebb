import { parseProjectId, projectIdFromStream } from '@thirty/contracts/projects/project-id.ts'
import { randomRuns } from '@thirty/infra/testing/random-runs.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pastSetup } from '@thirty/projections/testing/past-setup.ts'
import { randomChallenges } from '@thirty/projections/testing/random-challenge.ts'
import { boardFold } from './board-fold.ts'
import { portableHistory } from './backup-file/export-backup.ts'
import { readChallenge } from './read-challenge.ts'

test('the events in a file lead to the leaderboard of the backup, through any resets and restores', async () => {
  let comparedProjects = 0
  await fc.assert(
    fc.asyncProperty(randomChallenges(120, 60), async ({ events }) => {
      const { log, places } = await pastSetup(events)
      const challenge = await readChallenge(log)
      for (const { of } of challenge.backups) {
        const [figures] = await places.figures([of], challenge)
        const board = boardFold()
        const inFile = (await Array.fromAsync((await portableHistory(log, of)).events())).flat()
        for (const event of inFile) board.apply(event)
        const summary = board.summary()
        expect(summary).toEqual(figures)
        comparedProjects += summary.statistics.totalProjects
        // Nothing in a file depends on the runs of its installation.
        const projects = inFile.flatMap(({ stream }) => projectIdFromStream(stream) ?? [])
        expect(new Set(projects.map((id) => parseProjectId(id)?.run))).toEqual(new Set(projects.map(() => 1)))
      }
    }),
    { numRuns: randomRuns(15, 200) },
  )
  expect(comparedProjects).toBeGreaterThan(30)
})
