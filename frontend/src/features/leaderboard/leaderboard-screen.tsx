export const LeaderboardScreen = () => <h1 tabIndex={-1}>Leaderboard</h1>
