export const SettingsScreen = () => <h1 tabIndex={-1}>Admin Challenge Controls</h1>
