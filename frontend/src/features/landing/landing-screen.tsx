export const LandingScreen = () => <h1 tabIndex={-1}>Thirty</h1>
