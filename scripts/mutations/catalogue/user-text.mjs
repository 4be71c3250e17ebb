export const userTextMutations = [
  {
    row: 'T64',
    file: 'frontend/src/features/admin-submissions/preview/submission-preview.tsx',
    find: `<p className={css.text} dir="auto">
        {project.description}
      </p>`,
    replacement: '<p className={css.text} dangerouslySetInnerHTML={{ __html: project.description }} />',
    spec: 'e2e/stored-xss.spec.ts',
    testName: 'user input is shown as text on every screen',
  },
  {
    row: 'T64',
    file: 'frontend/src/features/leaderboard/list/row-details.tsx',
    find: `<FullText as="strong" dir="auto">
                {project.projectName}
              </FullText>`,
    replacement: '<strong dangerouslySetInnerHTML={{ __html: project.projectName }} />',
    spec: 'e2e/stored-xss.spec.ts',
    testName: 'user input is shown as text on every screen',
  },
  {
    row: 'T64',
    file: 'frontend/src/features/admin-submissions/preview/submission-preview.tsx',
    find: `{project.rejectionReason}
        </Banner>`,
    replacement: `<span dangerouslySetInnerHTML={{ __html: project.rejectionReason }} />
        </Banner>`,
    spec: 'frontend/src/app/user-content-escaping.spec.tsx',
    testName: '/admin/submissions shows markup in user content',
  },
  {
    row: 'T64',
    file: 'frontend/src/features/admin-rating/project-details.tsx',
    find: `<p className={css.text} dir="auto">
      {project.description}
    </p>`,
    replacement: '<p className={css.text} dangerouslySetInnerHTML={{ __html: project.description }} />',
    spec: 'frontend/src/app/user-content-escaping.spec.tsx',
    testName: '/admin/rate-project/applause shows markup in user content',
  },
  {
    row: 'T64',
    file: 'frontend/src/features/admin-board/next-to-review.tsx',
    find: '<FullText dir="auto">{formatName(project.user.fullName)}</FullText>',
    replacement: '<span dangerouslySetInnerHTML={{ __html: project.user.fullName }} />',
    spec: 'frontend/src/app/user-content-escaping.spec.tsx',
    testName: '/admin/leaderboard shows markup in user content',
  },
  {
    row: 'T64',
    file: 'frontend/src/features/leaderboard/list/row-parts.tsx',
    find: `{linked && !isDemoRow(row) ? (
        <PersonLink userId={row.id}>{formatName(row.name)}</PersonLink>
      ) : (
        formatName(row.name)
      )}`,
    replacement: '<span dangerouslySetInnerHTML={{ __html: row.name }} />',
    spec: 'frontend/src/app/user-content-escaping.spec.tsx',
    testName: '/leaderboard shows markup in user content',
  },
  {
    row: 'T64',
    file: 'frontend/src/features/dashboard/top-three.tsx',
    find: `<FullText as="strong" dir="auto">
          {formatName(row.name)}
        </FullText>`,
    replacement: '<strong dangerouslySetInnerHTML={{ __html: row.name }} />',
    spec: 'frontend/src/app/user-content-escaping.spec.tsx',
    testName: '/dashboard shows markup in user content',
  },
  {
    row: 'T64',
    file: 'frontend/src/features/landing/showcase-card.tsx',
    find: `<FullText as="strong" dir="auto">
          {formatName(row.name)}
        </FullText>`,
    replacement: '<strong dangerouslySetInnerHTML={{ __html: row.name }} />',
    spec: 'frontend/src/app/user-content-escaping.spec.tsx',
    testName: '/ shows markup in user content',
  },
  {
    row: 'T64',
    file: 'command-api/src/reactions/endpoints.ts',
    find: 'postComment(project, { by, text: request.body.text })',
    replacement:
      'postComment(project, { by, text: request.body.text.replaceAll(/\\[(.*?)\\]\\((.*?)\\)/g, \'<a href="$2">$1</a>\') })',
    spec: 'command-api/src/reactions/comments.int.spec.ts',
    testName: 'is stored unchanged',
  },
  {
    row: 'T64',
    file: 'command-api/src/ratings/endpoints.ts',
    find: 'owner, criteria, feedback: text }',
    replacement: "owner, criteria, feedback: feedback.replaceAll(/\\*\\*(.*?)\\*\\*/g, '<b>$1</b>') }",
    spec: 'command-api/src/ratings/endpoints.int.spec.ts',
    testName: 'is stored unchanged',
  },
  {
    row: 'T65',
    file: 'infra/src/event-log/sqlite/write/stream-states.ts',
    find: 'find.get(name)',
    replacement: "db.prepare(`SELECT id, removed FROM streams WHERE name = '${name}'`).get()",
    spec: 'infra/src/event-log/sqlite/injection.int.spec.ts',
    testName: 'stores stream names and texts that contain SQL as plain text',
  },
  {
    row: 'T65',
    file: 'infra/src/event-log/sqlite/write/stream-states.ts',
    find: 'insert.run(state.id, name)',
    replacement: "db.exec(`INSERT INTO streams (id, name) VALUES (${state.id}, '${name}')`)",
    spec: 'infra/src/event-log/sqlite/injection.int.spec.ts',
    testName: 'stores stream names and texts that contain SQL as plain text',
  },
  {
    row: 'T65',
    file: 'infra/src/event-log/sqlite/write/appender.ts',
    find: 'insert.run(position, state.id, state.revision, record, hash)',
    replacement:
      "db.exec(`INSERT INTO events (position, stream, revision, record, hash) VALUES (${position}, ${state.id}, ${state.revision}, '${record}', '${hash}')`)",
    spec: 'infra/src/event-log/sqlite/injection.int.spec.ts',
    testName: 'stores stream names and texts that contain SQL as plain text',
  },
  {
    row: 'T65',
    file: 'infra/src/event-log/sqlite/read/reader.ts',
    find: 'nextInStream.all(name, from, limit)',
    replacement:
      "db.prepare(`SELECT position, revision, record FROM events WHERE stream = (SELECT id FROM streams WHERE name = '${name}') AND revision >= ? AND record IS NOT NULL ORDER BY revision LIMIT ?`, { returnArrays: true }).all(from, limit)",
    spec: 'infra/src/event-log/sqlite/injection.int.spec.ts',
    testName: 'stores stream names and texts that contain SQL as plain text',
  },
  {
    row: 'T65',
    file: 'infra/src/event-log/sqlite/database.ts',
    find: 'new DatabaseSync(file, { timeout: lockTimeoutMs })',
    replacement: 'new DatabaseSync(file, { timeout: lockTimeoutMs, defensive: false })',
    spec: 'infra/src/event-log/sqlite/injection.int.spec.ts',
    testName: "no statement can change SQLite's own schema table",
  },
  {
    row: 'T68',
    file: 'contracts/src/api/accounts/accounts.ts',
    find: ".max(254, 'Email too long')",
    replacement: '',
    spec: 'contracts/src/endpoints/endpoints.spec.ts',
    testName: 'rejects unknown fields and limits the length of every text',
  },
  {
    row: 'T68',
    file: 'contracts/src/rules/text/person-name.ts',
    find: `/^(?:(?!\\p{DI})\\p{L}|[\\p{M}\\u200c-\\u200d '’‘.·・‧\\u05f3\\u05f4\\u055a\\u0f0b-])+$/u`,
    replacement: "/^([\\p{L}\\p{M}]+[ '’-]?)+$/u",
    spec: 'processes/long-texts.int.spec.ts',
    testName: 'parses letters and a full stop in time',
  },
  {
    row: 'T68',
    file: 'contracts/src/rules/text/person-name.ts',
    find: 'const maxTyped = 1_000',
    replacement: 'const maxTyped = Infinity',
    spec: 'processes/long-texts.int.spec.ts',
    testName: 'parses combining marks in a wrong order in time',
  },
  {
    row: 'T68',
    file: 'contracts/src/api/accounts/profile.ts',
    find: '/^[a-z][a-z\\d+.-]*:\\/\\//i',
    replacement: '/^(?:[a-z][a-z\\d+.-]*)+:\\/\\//i',
    spec: 'processes/long-texts.int.spec.ts',
    testName: 'parses letters in time',
  },
]
