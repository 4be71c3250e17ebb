const snapshots = 'infra/src/read-models/memory/read-model-snapshots'
const past = 'projections/src/past-boards'

export const pastBoardMutations = [
  {
    row: 'T200',
    file: `${past}/lineage.ts`,
    find: '`${run}:${upTo}`',
    replacement: '`${run}`',
    spec: `${past}/backups.int.spec.ts`,
    testName: 'a restored run keeps what its backup had, whatever happened to its parent since',
  },
  {
    row: 'T200',
    file: `${past}/preview.ts`,
    find: 'await boards.at(history, position, challenge)',
    replacement: 'place.board',
    spec: `${past}/preview.int.spec.ts`,
    testName: 'after a restore the leaderboard is exactly the one that the preview showed',
  },
  {
    row: 'T200',
    file: `${past}/places.ts`,
    find: 'Date.parse(at) > next.at + lateEventsMs',
    replacement: 'Date.parse(at) > next.at',
    spec: `${past}/backups.int.spec.ts`,
    testName: 'a project that was stored a moment after its run ended is part of the backup',
  },
  {
    row: 'T201',
    file: `${snapshots}.ts`,
    find: 'checkpoint < this.#erasedAt',
    replacement: 'checkpoint < -1n',
    spec: `${snapshots}.int.spec.ts`,
    testName: 'an erasure deletes all older snapshots within a second',
  },
  {
    row: 'T201',
    file: 'projections/src/leaderboard/past/projection.ts',
    find: 'withRaters(withoutPerson(after), event)',
    replacement: 'withRaters(after, event)',
    spec: `${past}/board-snapshots.int.spec.ts`,
    testName: 'snapshots hold no name, username or picture',
  },
  {
    row: 'T202',
    file: 'infra/src/files/block-file.ts',
    find: 'if (!file.subarray(-hashBytes).equals(await sha256(content))) return undefined',
    replacement: 'await sha256(content)',
    spec: 'infra/src/files/block-file.int.spec.ts',
    testName: 'a file with any flipped byte is treated as missing',
  },
  {
    row: 'T202',
    file: `${snapshots}.ts`,
    find: 'if (!(await hasHistory(log, seen, projection.streams))) return false',
    replacement: 'await hasHistory(log, seen, projection.streams)',
    spec: `${snapshots}.int.spec.ts`,
    testName: 'a snapshot of another version, of another log, or newer than the log is deleted',
  },
  {
    row: 'T202',
    file: `${past}/board-snapshots.ts`,
    find: "(await log.compareEvent(board.last)) !== 'other'",
    replacement: '(await log.compareEvent(board.last)) !== undefined',
    spec: `${past}/board-snapshots.int.spec.ts`,
    testName: 'a snapshot of another version or of another log is ignored',
  },
]
