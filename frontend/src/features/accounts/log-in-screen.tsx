export const LogInScreen = () => <h1 tabIndex={-1}>Log in</h1>
