export const publicRatingsMutations = [
  {
    row: 'T250',
    file: 'projections/src/projects/ratings/query.ts',
    find: "if (project.status === 'rejected') return null",
    replacement: '',
    spec: 'projections/src/ratings.int.spec.ts',
    testName: 'hides a rejected project from visitors, but not its ratings',
  },
  {
    row: 'T250',
    file: 'projections/src/projects/ratings/query.ts',
    find: '  _id: card._id,',
    replacement: '  ...card,',
    spec: 'projections/src/ratings.int.spec.ts',
    testName: 'shows visitors the project, and of its owner only the name',
  },
  {
    row: 'T250',
    file: 'frontend/src/features/feedback/feedback-store.ts',
    find: "if (area === 'none')",
    replacement: 'if (false)',
    spec: 'frontend/src/features/feedback/feedback-screen.spec.tsx',
    testName: 'hides a rejected project from visitors, but shows it to users',
  },
  {
    row: 'T251',
    file: 'frontend/src/shared/navigation/back-target.ts',
    find: 'return label === undefined ? leaderboard : { path: from, label }',
    replacement: "return { path: from, label: label ?? 'Leaderboard' }",
    spec: 'frontend/src/features/project/project-screen.spec.tsx',
    testName: 'does not lead to another site',
  },
]
