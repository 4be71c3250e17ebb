const switchSpec = 'projections/src/shown-run/scoring-switch.int.spec.ts'
const forkSpec = 'projections/src/run-fork.property.int.spec.ts'
const historySpec = 'contracts/src/rules/history.spec.ts'
const decideSpec = 'command-api/src/history/scoring/decide.spec.ts'

export const scoringMutations = [
  {
    row: 'T441',
    file: 'contracts/src/rules/history.ts',
    find: 'scorings.findLast(({ time }) => time < frozenAt)',
    replacement: 'scorings.at(-1)',
    spec: historySpec,
    testName: 'a frozen leaderboard has the scoring with which it froze',
  },
  {
    row: 'T441',
    file: 'contracts/src/rules/run-name.ts',
    find: '...(trueScoring === scoring ? [] : [`hidden:${trueScoring}`]),',
    replacement: '',
    spec: switchSpec,
    testName: 'a frozen leaderboard keeps its scoring until the reveal; admins see the new one at once',
  },
  {
    row: 'T442',
    file: 'contracts/src/rules/history.ts',
    find: '.filter(({ position }) => isWithin(segment, position)),\n    )\n  const [own, ...parents] = history',
    replacement:
      '.filter(({ position }) => isWithin({ run: 0 }, position)),\n    )\n  const [own, ...parents] = history',
    spec: switchSpec,
    testName: 'a restore of a place before the change brings the scoring of that place',
  },
  {
    row: 'T443',
    file: 'command-api/src/history/scoring/decide.ts',
    find: 'if (scoringVersion(history) !== version)',
    replacement: 'if (scoringVersion(history) < version)',
    spec: decideSpec,
    testName: 'refuses a scoring that another admin has changed since',
  },
  {
    row: 'T444',
    file: 'projections/src/leaderboard/participant.ts',
    find: "status === 'active' && isExcluded !== true",
    replacement: "status === 'active' && (isExcluded ?? true)",
    spec: switchSpec,
    testName: 'an excluded participant keeps the projects and the points, and has no rank',
  },
  {
    row: 'T445',
    file: 'contracts/src/rules/history.ts',
    find: 'const known = scorings.filter((change) => change.position <= position)',
    replacement: 'const known = scorings',
    spec: 'contracts/src/rules/history.spec.ts',
    testName: 'a run has the scoring of its latest change, the default before the first',
  },
  {
    row: 'T446',
    file: 'projections/src/leaderboard/what-if/replay-steps.ts',
    find: 'if (total !== totalPoints) [totalPoints, reached] = [total, position]',
    replacement: 'if (total >= totalPoints) [totalPoints, reached] = [total, position]',
    spec: forkSpec,
    testName: 'the fork of any run has the leaderboard that the projection makes with any scoring',
  },
  {
    row: 'T447',
    file: 'projections/src/leaderboard/what-if/run-fork.ts',
    find: 'after: last?.position ?? beginning,',
    replacement: 'after: last === undefined ? beginning : until,',
    spec: forkSpec,
    testName: 'a later comparison has the events since',
  },
  {
    row: 'T448',
    file: 'projections/src/backup-file/portable-history.ts',
    find: 'if (first !== undefined) yield [first]',
    replacement: 'if (first === undefined) yield []',
    spec: 'processes/scoring.int.spec.ts',
    testName: 'an exported backup keeps its scoring in a file, and an import brings it back',
  },
  {
    row: 'T449',
    file: 'contracts/src/rules/rank.ts',
    find: 'projects > 0 ? -(totalPoints === 0 ? worthless : totalPoints) : 0',
    replacement: 'projects > 0 ? -totalPoints : 0',
    spec: 'contracts/src/rules/rank.spec.ts',
    testName: 'a project that is worth nothing ranks before none',
  },
  {
    row: 'T450',
    file: 'projections/src/leaderboard/query.ts',
    find: "participant?.status === 'active' && participant.isExcluded === true",
    replacement: "participant?.status === 'active' && participant.isExcluded === undefined",
    spec: 'processes/scoring.int.spec.ts',
    testName: 'an excluded participant keeps the projects, learns why there is no rank, and nobody else does',
  },
]
