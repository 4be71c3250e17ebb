// Mutation tests of what decides about access and data: Stryker changes the code in one place at a time and expects a spec to fail.
// Part of npm run test:long; docs/security.md has the score.
// oxlint-disable-next-line import/no-default-export -- Stryker loads the default export.
export default {
  mutate: [
    'command-api/src/**/decide.ts',
    'command-api/src/images/image-names.ts',
    'contracts/src/live/room-access.ts',
    'contracts/src/{endpoints/event-networks,notifications/push-address,webhooks/webhook-address}.ts',
    'contracts/src/judging/conflicts.ts',
    'contracts/src/user-texts/web-address.ts',
    'infra/src/concurrency-limit.ts',
    'infra/src/http/authentication/{caller,link,signed}-tokens.ts',
    'infra/src/http/rate-limits/{client-address,rate-limits}.ts',
    'infra/src/push/public-lookup.ts',
    'infra/src/webhooks/signature.ts',
  ],
  // Most texts are messages for people, which specs do not repeat.
  mutator: { excludedMutations: ['StringLiteral'] },
  // Constants of modules are a twentieth of the mutants and four fifths of the time: each runs all specs.
  ignoreStatic: true,
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/vitest.stryker.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  reporters: ['clear-text', 'json'],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: 'test-results/mutation.json' },
  concurrency: 2,
  // TypeScript 7 has no programming interface, with which Stryker would rewrite tsconfig.json for the copy of the checkout.
  tsconfigFile: 'none',
  tempDirName: 'test-results/stryker',
  ignorePatterns: ['/frontend', '/e2e', '/bench', '/docs', '/test-results'],
  thresholds: { high: 98, low: 95, break: 95 },
}
