/** Loads the page again, so that nothing of the leaderboard before a restore stays on screen. */
export const refreshPage = (): void => location.reload()
