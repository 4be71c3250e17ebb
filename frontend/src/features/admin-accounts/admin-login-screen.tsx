export const AdminLoginScreen = () => <h1 tabIndex={-1}>Log in</h1>
