export const AdminBoardScreen = () => <h1 tabIndex={-1}>Leaderboard</h1>
