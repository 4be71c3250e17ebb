/** What the leaderboard can be sorted by. A separate module, so that the browser loads no schemas with it. */
export const boardSorts = ['totalPoints', 'projects', 'quality', 'streak'] as const
export type BoardSort = (typeof boardSorts)[number]
