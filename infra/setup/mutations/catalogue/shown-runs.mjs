const snapshotsOfRuns = 'projections/src/past-boards/snapshots/board-snapshots-of-runs.int.spec.ts'
const switchSpec = 'projections/src/shown-run/run-switch.int.spec.ts'

export const shownRunMutations = [
  {
    row: 'T230',
    file: 'projections/src/challenge/projection.ts',
    find: 'boolean => run === challenge.run',
    replacement: 'boolean => run >= challenge.run',
    spec: 'projections/src/challenge/projection.spec.ts',
    testName: 'the start and the end of an imported run change nothing until it is restored',
  },
  {
    row: 'T230',
    file: 'projections/src/audit/subjects/challenge-reader.ts',
    find: '&& event.data.run !== run',
    replacement: '&& event.data.run < 0',
    spec: 'projections/src/audit/query.int.spec.ts',
    testName: 'the challenge, its backups and restores are entries',
  },
  {
    row: 'T231',
    file: 'projections/src/past-boards/past-boards.ts',
    find: 'board.position <= position && board.lineage === lineageAt(board.position)',
    replacement: 'board.position <= position',
    spec: snapshotsOfRuns,
    testName: 'after a reset, a snapshot of the previous run is not its leaderboard',
  },
  {
    row: 'T231',
    file: 'projections/src/past-boards/snapshots/board-snapshots.ts',
    find: 'each.position <= position && each.lineage === lineageAt(each.position)',
    replacement: 'each.position <= position',
    spec: snapshotsOfRuns,
    testName: 'a run that is restored from the middle of its parent does not continue from a later snapshot',
  },
  {
    row: 'T231',
    file: 'processes/adapters/snapshots.ts',
    find: 'await snapshots.restore(projections, await beginningOfRun(log))',
    replacement: 'await snapshots.restore(projections, beginning)',
    spec: 'processes/snapshots-of-runs.int.spec.ts',
    testName: 'a start with snapshots from before a reset shows the new run',
  },
  {
    row: 'T232',
    file: 'projections/src/shown-run/run-switch.ts',
    find: 'await this.#retiring.get(runName(current.history))',
    replacement: 'await Promise.all(this.#retiring.values())',
    spec: switchSpec,
    testName:
      'a command is answered in time, and the next run is built, while a slow reader uses the run before',
  },
  {
    row: 'T232',
    file: 'projections/src/shown-run/run-switch.ts',
    find: 'while (await this.#isBuilding(remaining())) {',
    replacement: 'for (await this.evaluate(); this.#next !== undefined; ) {',
    spec: switchSpec,
    testName:
      'a command that waits for a run is not answered as shown when that run is ended by another reset',
  },
  {
    row: 'T405',
    file: 'projections/src/read-models.ts',
    find: 'shownRun.current.publicView !== undefined || !isAdmitted ? rooms.nonAdmins : undefined',
    replacement: 'undefined',
    spec: 'processes/freeze.int.spec.ts',
    testName: 'a rating during the freeze changes no answer and sends no frame',
  },
  {
    row: 'T406',
    file: 'projections/src/read-models.ts',
    find: 'return shown.publicView ?? shown',
    replacement: 'return shown',
    spec: 'processes/freeze.int.spec.ts',
    testName: 'a restart keeps the freeze',
  },
]
