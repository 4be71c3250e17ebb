export const operationsMutations = [
  {
    row: 'T90',
    file: 'command-api/src/projects/endpoints.ts',
    find: '): ProjectContent {',
    replacement: `): ProjectContent {
  fetch(request.liveLink).catch(() => undefined)`,
    spec: 'processes/outgoing-requests.int.spec.ts',
    testName:
      'the server requests no address that users enter, but those of push services on the public internet',
  },
  {
    row: 'T99',
    file: 'processes/config/config-checks.ts',
    find: `  'changeit',
`,
    replacement: '',
    spec: 'processes/config/config.int.spec.ts',
    testName: 'refuses the well-known password of',
  },
  {
    row: 'T99',
    file: 'processes/config/config-checks.ts',
    find: 'redis.password === undefined && !isOnThisMachine(redis)',
    replacement: 'false',
    spec: 'processes/config/config.int.spec.ts',
    testName: 'refuses the insecure connection',
  },
  {
    row: 'T100',
    file: 'infra/setup/minimum-versions.mjs',
    find: ".filter(([, { version = '' }]) => isBelow(version, minimum))",
    replacement: '.filter(() => false)',
    spec: 'infra/setup/minimum-versions.spec.ts',
    testName: 'as too old, even beside a newer version',
  },
  {
    row: 'T101',
    file: 'frontend/src/features/leaderboard/fallback/fallback-board.tsx',
    find: "{...(isDemo && { title: t('demoData') })}",
    replacement: '',
    spec: 'frontend/src/features/leaderboard/leaderboard-screen.spec.tsx',
    testName: 'shows demo data that is labelled',
  },
  {
    row: 'T102',
    file: 'infra/src/http/endpoint/endpoint.ts',
    find: 'guards.limits.limit(definition.limit),',
    replacement: '',
    spec: 'infra/src/http/endpoint/endpoint.spec.ts',
    testName:
      'every attempt counts against the limit of its endpoint, under both addresses and every spelling',
  },
  {
    row: 'T102',
    file: 'contracts/src/rules/limits.ts',
    find: 'comment: { points: 20,',
    replacement: 'comment: { points: 2_000,',
    spec: 'command-api/src/reactions/comments.int.spec.ts',
    testName: 'limits comments to twenty per minute',
  },
]
