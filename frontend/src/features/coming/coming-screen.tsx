export const ComingScreen = () => <h1 tabIndex={-1}>Coming</h1>
