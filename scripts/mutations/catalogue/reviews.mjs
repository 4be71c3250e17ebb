export const reviewMutations = [
  {
    row: 'T385',
    file: 'command-api/src/later-changes.ts',
    find: 'position > BigInt(version)',
    replacement: 'position < BigInt(version)',
    spec: 'command-api/src/later-changes.int.spec.ts',
    testName: 'refuses to review a version that its owner has revised since, and accepts the new one',
  },
  {
    row: 'T386',
    file: 'infra/src/presence/memory.ts',
    find: 'if (until <= now) byPlace.delete(key)',
    replacement: 'if (until <= 0) byPlace.delete(key)',
    spec: 'infra/src/presence/memory.spec.ts',
    testName: 'a visit ends when its tab leaves, and without a renewal',
  },
  {
    row: 'T386',
    file: 'command-api/src/claims/endpoints.ts',
    find: '.leaveSession({ user, session })',
    replacement: '.all()',
    spec: 'command-api/src/claims/claims.int.spec.ts',
    testName: 'a logout ends the claims of its session',
  },
]
