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
    row: 'T303',
    file: 'command-api/src/accounts/deletion/pending-erasures.ts',
    find: 'await attempt(options.personalDocuments.removeAll(user))',
    replacement: 'void user',
    spec: 'command-api/src/accounts/deletion/delete-account.int.spec.ts',
    testName:
      'a document that was stored after the erasure is removed by the next pass, and by the first one',
  },
  {
    row: 'T303',
    file: 'infra/src/personal-documents/removed-bytes.ts',
    find: 'wal.retryEmpty()',
    replacement: 'void wal',
    spec: 'infra/src/personal-documents/sqlite.int.spec.ts',
    testName: 'removed text leaves the files when another program has read to the end',
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
