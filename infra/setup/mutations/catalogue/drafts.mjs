const drafts = 'command-api/src/projects/drafts'

export const draftMutations = [
  {
    row: 'T300',
    file: `${drafts}/drafts.ts`,
    find: "broadcast(rooms.user(user), 'draft.changed'",
    replacement: "broadcast(rooms.leaderboard, 'draft.changed'",
    spec: `${drafts}/drafts.int.spec.ts`,
    testName: 'only its owner sees a draft, and hears of it',
  },
  {
    row: 'T300',
    file: 'frontend/src/features/submit/drafts/drafts-state.ts',
    find: 'userController.abort()',
    replacement: 'void userController',
    spec: 'frontend/src/features/submit/drafts/send-drafts.spec.ts',
    testName: 'what one user wrote never reaches the drafts of the next one',
  },
  {
    row: 'T301',
    file: `${drafts}/draft-versions.ts`,
    find: '!replaces.includes(other.version)',
    replacement: 'false',
    spec: `${drafts}/draft-versions.spec.ts`,
    testName: 'keep both texts, the newer one first',
  },
  {
    row: 'T301',
    file: 'frontend/src/features/submit/drafts/use-day-draft.ts',
    find: '!hasTyped && (mine',
    replacement: '(mine',
    spec: 'frontend/src/features/submit/drafts/drafts.spec.tsx',
    testName:
      'text that was typed here is not replaced: the newer version is offered, and both can be had again',
  },
  {
    row: 'T301',
    file: 'frontend/src/features/submit/drafts/send-drafts.ts',
    find: 'base[maxBase - 1] ?? newIdempotencyKey()',
    replacement: 'newIdempotencyKey()',
    spec: 'frontend/src/features/submit/drafts/send-drafts.spec.ts',
    testName: 'after 25 attempts without an answer, the version that the account has is still replaced',
  },
  {
    row: 'T302',
    file: `${drafts}/drafts.ts`,
    find: 'if (await isDayTaken(commands, { user, day }))',
    replacement: 'if (user === undefined)',
    spec: `${drafts}/drafts.int.spec.ts`,
    testName: 'a device that was offline cannot bring back the draft of a submitted day',
  },
  {
    row: 'T303',
    file: 'command-api/src/accounts/deletion/delete-account.ts',
    find: 'await personalDocuments.removeAll(user)',
    replacement: 'void personalDocuments',
    spec: 'command-api/src/accounts/deletion/delete-account.int.spec.ts',
    testName: 'drafts and other personal documents are erased, also if a process ended before',
  },
  {
    row: 'T304',
    file: `${drafts}/draft-versions.ts`,
    find: 'others.length >= maxDraftVersions',
    replacement: 'others.length < 0',
    spec: `${drafts}/draft-versions.spec.ts`,
    testName: 'a sixth version beside others is refused, and none of them is dropped',
  },
]
