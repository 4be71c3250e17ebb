export const participantImportMutations = [
  {
    row: 'T393',
    file: 'contracts/src/endpoints/accounts/participant-import.ts',
    find: "access: 'manage-participants'",
    replacement: "access: 'signed-in'",
    spec: 'command-api/src/accounts/participant-import/participant-import.int.spec.ts',
    testName: 'only admins may preview and import',
  },
  {
    row: 'T394',
    file: 'command-api/src/accounts/participant-import/endpoints.ts',
    find: 'toCsv([header, ...rows.map(cellsOf(texts))])',
    replacement:
      "[header, ...rows.map(cellsOf(texts))].map((cells) => `${cells.map((cell) => JSON.stringify(cell)).join(',')}\\r\\n`).join('')",
    spec: 'command-api/src/accounts/participant-import/participant-import.int.spec.ts',
    testName: 'the result as CSV has no formula',
  },
  {
    row: 'T395',
    file: 'command-api/src/accounts/participant-import/read-rows.ts',
    find: 'if (filled.length > maxParticipantRows)',
    replacement: 'if (filled.length > 2 * maxParticipantRows)',
    spec: 'command-api/src/accounts/participant-import/read-rows.spec.ts',
    testName: '2,000 rows are accepted, and one more is refused',
  },
  {
    row: 'T395',
    file: 'command-api/src/accounts/participant-import/invitations.ts',
    find: 'if (mail.pendingCount() > maxPending)',
    replacement: 'if (mail.pendingCount() < 0)',
    spec: 'command-api/src/accounts/participant-import/participant-import.int.spec.ts',
    testName: 'invitations wait while many other emails are in the queue',
  },
  {
    row: 'T396',
    file: 'command-api/src/accounts/participant-import/invitations.ts',
    find: 'return credentials === undefined',
    replacement: 'return true',
    spec: 'command-api/src/accounts/participant-import/participant-import.int.spec.ts',
    testName: 'accounts that somebody signed up for get no invitation',
  },
]
