export const DashboardScreen = () => <h1 tabIndex={-1}>Dashboard</h1>
